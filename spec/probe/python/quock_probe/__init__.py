"""The candidate's side of quock's probe contract (spec/probe/probe.md): ``serve`` answers the
harness, a reader of yours reads the streams.

    from quock_probe import serve

    class Reader:
        def __init__(self, asked):              # asked.dialect, asked.end, asked.out, asked.store
            self.text = ""

        def event(self, record):                # each record; with intake "bytes" each chunk, as bytes
            self.text += record.get("content", "")

        def end(self, cause):                   # "eof" or "cut"
            pass

        def transcript(self):                   # what the stream means so far
            message = {"role": "assistant", "complete": True, "parts": [{"kind": "text", "text": self.text}], "calls": []}
            return {"sessions": [{"id": "main", "messages": [message] if self.text else []}]}

    serve(Reader, name="my-reader", dialects=["agentc"], observes=["messages"])

Goals: a reader is a whole candidate; whatever it raises or prints, the next answer is an answer of
its own, to its own request. Non-goals: knowing any dialect; repairing a reader.

Standard library only; Python 3.9 or later.
"""

from __future__ import annotations

import base64
import json
import os
import sys
import traceback
from dataclasses import dataclass
from typing import Any, BinaryIO, Callable, Dict, Iterable, List, Literal, Mapping, Optional, Protocol, Sequence, TypedDict, Union

__version__ = "0.1.0"
__all__ = ["Adapter", "Asked", "Reader", "Rejected", "Transcript", "serve"]

Request = Dict[str, Any]

# Generated from schema.json by "make helper-types"; do not edit.


class ActiveCall(TypedDict, total=False):
    session: Optional[str]
    call: Optional[str]
    name: Optional[str]
    phase: Optional[Literal["preparing", "executing", "waiting"]]


class LogEntry(TypedDict, total=False):
    id: Optional[str]
    tool: Optional[str]


class AgentRun(TypedDict, total=False):
    name: Optional[str]
    session: Optional[str]
    call: Optional[str]
    parent: Optional[str]
    status: Optional[Literal["running", "completed", "failed"]]
    log: Optional[List[LogEntry]]


class Anomaly(TypedDict, total=False):
    kind: Optional[Literal["unbalanced-close", "never-closed", "orphan-result", "result-twice", "late-result", "late-fragment", "unclaimed-fragment", "ambiguous-fragment", "malformed-arguments", "clashing-ids", "unlinked-child", "unattributed", "start-lost", "replayed", "unknown-record", "bad-record"]]
    session: Optional[str]
    at: Optional[int]
    detail: Optional[str]


class Quota(TypedDict, total=False):
    limited: Optional[bool]
    window: Optional[str]


class Call(TypedDict, total=False):
    id: Optional[str]
    name: Optional[str]
    args: Optional[str]
    status: Optional[Literal["preparing", "executing", "waiting", "done", "failed", "denied", "cancelled", "abandoned"]]
    result: Any
    is_error: Optional[bool]
    child: Optional[str]
    metadata: Any


class Part(TypedDict, total=False):
    kind: Optional[Literal["text", "thought", "call"]]
    text: Optional[str]
    call: Optional[int]
    metadata: Any


class Usage(TypedDict, total=False):
    input: Optional[int]
    output: Optional[int]


class Message(TypedDict, total=False):
    id: Optional[str]
    turn: Optional[int]
    role: Optional[Literal["user", "assistant"]]
    agent: Optional[str]
    complete: Optional[bool]
    stop_reason: Optional[str]
    usage: Optional[Usage]
    metadata: Any
    parts: Optional[List[Part]]
    calls: Optional[List[Call]]


class Orphan(TypedDict, total=False):
    id: Optional[str]
    result: Any


class Turn(TypedDict, total=False):
    status: Optional[Literal["open", "completed", "failed", "cancelled", "waiting", "incomplete"]]
    stop_reason: Optional[str]
    error: Optional[str]
    usage: Optional[Usage]


class Session(TypedDict, total=False):
    id: Optional[str]
    parent: Optional[str]
    parent_call: Optional[str]
    agent: Optional[str]
    status: Optional[Literal["open", "closed", "failed"]]
    turns: Optional[List[Turn]]
    messages: Optional[List[Message]]
    held: Optional[List[Call]]
    abandoned: Optional[List[Call]]
    orphans: Optional[List[Orphan]]
    unattributed: Optional[List[str]]


class Transcript(TypedDict, total=False):
    outcome: Optional[Literal["open", "completed", "failed", "cancelled", "interrupted", "incomplete", "unknown"]]
    sessions: Optional[List[Session]]
    active: Optional[List[ActiveCall]]
    agents: Optional[List[AgentRun]]
    quota: Optional[Quota]
    history: Optional[List[Any]]
    anomalies: Optional[List[Anomaly]]


# End of what is generated.


@dataclass(frozen=True)
class Asked:
    """What a run asks of its reader. Each run starts from nothing."""

    #: The dialect, with its variant where the dialect has variants.
    dialect: str
    #: Whether the producer will close the stream or the transport will break.
    end: Literal["eof", "cut"]
    #: Adapters: the dialect to write.
    out: Optional[str] = None
    #: Stores: the folder that holds the state and nothing else does.
    store: Optional[str] = None


class Reader(Protocol):
    """What reads one stream, and can say at any moment what it means. A store has ``reload()`` besides,
    which drops all memory of the stream and loads what was persisted."""

    def event(self, item: Any) -> None: ...
    def end(self, cause: Literal["eof", "cut"]) -> None: ...
    def transcript(self) -> Transcript: ...


class Adapter(Protocol):
    """What reads one stream and writes another. ``output`` is asked for once, behind ``end``: records,
    or the raw stream."""

    def event(self, item: Any) -> None: ...
    def end(self, cause: Literal["eof", "cut"]) -> None: ...
    def output(self) -> Union[List[Any], str, bytes]: ...


class Rejected(Exception):
    """Raise it where the stream cannot be read: in ``event``, or in ``end`` where only its end shows that."""

    def __init__(self, reason: Literal["malformed", "limit", "unsupported", "ambiguous"], message: str = "") -> None:
        super().__init__(message)
        self.reason, self.message = reason, message


def serve(
    open: Callable[[Asked], Union[Reader, Adapter]],
    *,
    name: str,
    dialects: Sequence[str],
    version: str = "",
    role: Literal["reducer", "store", "adapter"] = "reducer",
    intake: Literal["events", "bytes"] = "events",
    observes: Sequence[str] = (),
    lacks: Sequence[str] = (),
    modes: Sequence[str] = (),
    outputs: Sequence[str] = (),
    policies: Optional[Mapping[str, str]] = None,
    load: Optional[Callable[[str], Any]] = None,
    streams: Optional[tuple[Iterable[bytes], BinaryIO]] = None,
) -> None:
    """Answer the harness until it says quit.

    ``open`` begins a stream; ``load``, of a store, returns what can say what a folder holds
    (``transcript()``). What a reader prints goes to standard error. ``streams`` are the requests and
    the answers, where they are not standard input and output.
    """
    hello = {
        "probe": 1, "name": name, "version": version, "role": role, "intake": intake, "dialects": list(dialects),
        "observes": list(observes), "lacks": list(lacks), "modes": list(modes), "outputs": list(outputs), "policies": dict(policies or {}),
    }
    candidate = _Candidate({key: value for key, value in hello.items() if value}, open, load)
    requests, answers = streams or (sys.stdin.buffer, _own_output())
    for line in requests:
        request = _parse(line)
        if request is None:
            continue
        if request.get("op") == "quit":
            return
        answer = candidate.answer(request)
        if answer is not None:
            answers.write(answer + b"\n")
            answers.flush()


def _own_output() -> BinaryIO:
    """Standard output, for answers alone: what the reader, its libraries and its child processes print goes to standard error."""
    sys.stdout.flush()
    own = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr
    return own


def _parse(line: bytes) -> Optional[Request]:
    """The request in a line."""
    if not line.strip():
        return None
    try:
        request = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError) as failure:
        print(f"not a request: {failure}", file=sys.stderr)
        return None
    if isinstance(request, dict):
        return request
    print("not a request: no object", file=sys.stderr)
    return None


def _json(value: Any) -> bytes:
    """What is written now is what it was: later records do not change it.

    Half a surrogate pair, which UTF-8 has no bytes for, stays an escape.
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")


def _object(fields: Mapping[str, bytes]) -> bytes:
    return b"{" + b",".join(_json(key) + b":" + value for key, value in fields.items()) + b"}"


def _listed(values: Iterable[bytes]) -> bytes:
    return b"[" + b",".join(values) + b"]"


@dataclass
class _Candidate:
    hello: Dict[str, Any]
    open: Callable[[Asked], Any]
    load: Optional[Callable[[str], Any]]

    def answer(self, request: Request) -> Optional[bytes]:
        """The answer to a request; none where nobody can be answered."""
        if request.get("op") == "hello":
            return _json(self.hello)
        if "id" not in request:
            return None
        try:
            if request.get("op") == "run":
                return self._run(request)
            if request.get("op") == "load":
                return self._load(request)
            raise ValueError(f"unknown op {request.get('op')!r}")
        except (Exception, SystemExit) as failure:  # the process outlives a run that fails
            traceback.print_exc()
            return _json({"id": request["id"], "error": "".join(traceback.format_exception_only(type(failure), failure)).splitlines()[0]})

    def _run(self, request: Request) -> bytes:
        """One stream, from nothing."""
        asked = Asked(request.get("dialect", ""), request.get("end") or "eof", request.get("out"), request.get("store"))
        run = _Run(self.open(asked), request)
        rejected = run.read(_items(request), asked.end)
        answer = {"id": _json(request["id"])}
        if rejected is not None:
            answer["rejected"] = _json(rejected)
        if self.hello["role"] == "adapter":
            return _object(answer if rejected else {**answer, "output": _json(_output(run.reader.output()))})
        if run.reloaded:
            answer["reloaded"] = _listed(run.reloaded)
        return _object({**answer, "observations": _listed(run.observations), "final": run.transcript()})

    def _load(self, request: Request) -> bytes:
        if self.load is None:
            raise ValueError("this candidate keeps no store")
        loaded = self.load(request["store"])
        return _object({"id": _json(request["id"]), "final": _json(loaded.transcript())})


class _Run:
    """A reader at work, and what it was asked on the way."""

    def __init__(self, reader: Any, request: Request) -> None:
        self.reader = reader
        self.observations: List[bytes] = []
        self.reloaded: List[bytes] = []
        self._wanted = frozenset(request.get("observe") or ())
        self._reloads = frozenset(request.get("reload") or ())

    def read(self, items: Iterable[Any], end: str) -> Optional[Dict[str, Any]]:
        """Read a stream to its end, or to the record that the reader rejects."""
        at = 0
        try:
            self._look(at)
            for at, item in enumerate(items, start=1):
                self.reader.event(item)
                self._look(at)
            at += 1
            self.reader.end(end)
        except Rejected as rejected:
            return {"at": at, "reason": rejected.reason, "message": rejected.message}
        return None

    def _look(self, at: int) -> None:
        if at in self._wanted:
            self.observations.append(self.transcript())
        if at in self._reloads:
            self.reader.reload()
            self.reloaded.append(self.transcript())

    def transcript(self) -> bytes:
        return _json(self.reader.transcript())


def _items(request: Request) -> Iterable[Any]:
    """The records of a run, or its chunks."""
    if request.get("events") is not None:
        return request["events"]
    return (chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else base64.b64decode(chunk["base64"]) for chunk in request.get("chunks") or ())


def _output(written: Union[List[Any], str, bytes]) -> Dict[str, Any]:
    """What an adapter wrote, as the contract has it."""
    if isinstance(written, str):
        return {"chunks": [written]}
    if isinstance(written, (bytes, bytearray)):
        return {"chunks": [{"base64": base64.b64encode(written).decode()}]}
    return {"events": list(written)}
