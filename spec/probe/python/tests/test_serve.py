"""Tests of the helper; run with python3 -m unittest discover -s tests, beside pyproject.toml."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from quock_probe import Asked, Rejected, serve  # noqa: E402

HELPER = str(Path(__file__).resolve().parents[1])


class Counter:
    """Says which records it has read, and does what a record asks for."""

    def __init__(self, asked: Asked) -> None:
        self.seen: dict[str, Any] = {"outcome": "open", "records": [], "reloads": 0}

    def event(self, record: Any) -> None:
        asked = record if isinstance(record, dict) else {}
        if "raises" in asked:
            raise ValueError(asked["raises"])
        if "rejects" in asked:
            raise Rejected(asked["rejects"], "not this")
        if "exits" in asked:
            sys.exit("gone")
        self.seen["records"].append(record)

    def end(self, cause: str) -> None:
        if cause == "cut":
            raise Rejected("malformed", "no end")
        self.seen["outcome"] = "completed"

    def transcript(self) -> Any:
        return self.seen

    def output(self) -> Any:
        return self.seen["records"]

    def reload(self) -> None:
        self.seen["reloads"] += 1


def run(*events: Any, **more: Any) -> dict[str, Any]:
    return {"op": "run", "id": 1, "dialect": "agentc", "events": list(events), **more}


def talk(*requests: Any, open: Any = Counter, **declared: Any) -> list[Any]:
    """The answers to some requests, a text as it is."""
    lines = "".join(each if isinstance(each, str) else json.dumps(each) + "\n" for each in requests)
    written, errors = io.BytesIO(), sys.stderr
    sys.stderr = io.StringIO()
    try:
        serve(open, name="counter", dialects=["agentc"], streams=(io.BytesIO(lines.encode()), written), **declared)
    finally:
        sys.stderr = errors
    return [json.loads(line) for line in written.getvalue().splitlines()]


class Served(unittest.TestCase):
    def test_introduces_the_candidate(self) -> None:
        (hello,) = talk({"op": "hello", "probe": 1}, observes=["outcome"])
        self.assertEqual(hello, {"probe": 1, "name": "counter", "role": "reducer", "intake": "events", "dialects": ["agentc"], "observes": ["outcome"]})

    def test_observes_where_it_is_asked_to_and_later_records_change_nothing_of_it(self) -> None:
        (answer,) = talk(run({"a": 1}, {}, observe=[0, 1]))
        self.assertEqual([len(seen["records"]) for seen in answer["observations"]], [0, 1])
        self.assertEqual((answer["final"]["outcome"], len(answer["final"]["records"])), ("completed", 2))

    def test_a_run_without_events_is_an_empty_stream_and_each_begins_from_nothing(self) -> None:
        answers = talk(run({}), {"op": "run", "id": 2, "dialect": "agentc"})
        self.assertEqual([len(answer["final"]["records"]) for answer in answers], [1, 0])

    def test_a_rejection_is_answered_at_its_record_with_what_was_observed_before(self) -> None:
        at, at_end = talk(run({}, {"rejects": "limit"}, {}, observe=[1, 2, 3]), run({}, end="cut"))
        self.assertEqual(at["rejected"], {"at": 2, "reason": "limit", "message": "not this"})
        self.assertEqual((len(at["observations"]), len(at["final"]["records"])), (1, 1))
        self.assertEqual((at_end["rejected"]["at"], at_end["rejected"]["reason"]), (2, "malformed"))

    def test_what_a_reader_raises_is_an_error_and_the_next_run_goes_on(self) -> None:
        raised, left, fine = talk(run({"raises": "dropped\nit"}), run({"exits": 1}, id=2), run({}, id=3))
        self.assertEqual((raised["id"], raised["error"]), (1, "ValueError: dropped"))
        self.assertEqual((left["id"], left["error"]), (2, "SystemExit: gone"))
        self.assertEqual(len(fine["final"]["records"]), 1)

    def test_an_unknown_operation_is_answered_and_what_is_no_request_passed_over(self) -> None:
        odd = ["no json\n", "[1\n", "7\n", "\n", "[" * 100000 + "\n"]
        answers = talk(*odd, {"op": "dance"}, {"op": "dance", "id": 4}, {"op": "load", "id": 5, "store": "x"}, {"op": "quit"}, run())
        self.assertEqual([answer["id"] for answer in answers], [4, 5])
        self.assertEqual(answers[0]["error"], "ValueError: unknown op 'dance'")

    def test_chunks_are_bytes(self) -> None:
        kept: list[Any] = []
        reader = type("Reader", (Counter,), {"event": lambda self, chunk: kept.append(chunk)})
        talk({"op": "run", "id": 1, "dialect": "agentc", "chunks": ["ä", {"base64": "/w=="}]}, open=reader, intake="bytes")
        self.assertEqual(kept, ["ä".encode(), b"\xff"])

    def test_an_adapter_answers_with_records_text_or_bytes(self) -> None:
        self.assertEqual(talk(run({"a": 1}), role="adapter", outputs=["agentc"]), [{"id": 1, "output": {"events": [{"a": 1}]}}])
        for written, chunk in (("x", "x"), (b"\xff", {"base64": "/w=="})):
            reader = type("Reader", (Counter,), {"output": lambda self, written=written: written})
            self.assertEqual(talk(run(), role="adapter", open=reader)[0]["output"], {"chunks": [chunk]})

    def test_a_store_reloads_behind_what_is_observed_there_and_loads(self) -> None:
        (answer,) = talk(run({}, observe=[1], reload=[0, 1]), role="store")
        self.assertEqual([loaded["reloads"] for loaded in answer["reloaded"]], [1, 2])
        self.assertEqual(answer["observations"][0]["reloads"], 1)
        load = lambda store: type("Loaded", (), {"transcript": lambda self: {"outcome": store}})()  # noqa: E731
        self.assertEqual(talk({"op": "load", "id": 9, "store": "folder"}, load=load), [{"id": 9, "final": {"outcome": "folder"}}])

    def test_text_and_numbers_are_kept_whatever_they_hold(self) -> None:
        odd = "\ud800 \u2028 \u0000 \U0001f986"
        (answer,) = talk(run(odd, 9223372036854775807, 2**70))
        self.assertEqual(answer["final"]["records"], [odd, 9223372036854775807, 2**70])

    def test_what_json_has_no_number_for_is_an_error_and_no_broken_line(self) -> None:
        (answer,) = talk(run(float("inf")))
        self.assertIn("error", answer)


class Process(unittest.TestCase):
    def ask(self, event: str, *requests: Any) -> tuple[list[Any], str, int]:
        """What a program with this event method answers."""
        program = f"""
import os, subprocess, sys
sys.path.insert(0, {HELPER!r})
from quock_probe import serve
class Reader:
    def __init__(self, asked): self.seen = ""
    def event(self, record): {event}
    def end(self, cause): pass
    def transcript(self): return {{"outcome": self.seen}}
serve(Reader, name="x", dialects=["agentc"], observes=["outcome"])
"""
        given = "".join(json.dumps(each) + "\n" for each in requests)
        done = subprocess.run([sys.executable, "-c", program], input=given.encode(), capture_output=True)
        return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode(), done.returncode

    def test_what_a_reader_and_its_children_print_goes_to_standard_error(self) -> None:
        printing = "print('printed'); os.write(1, b'written\\n'); subprocess.run(['echo', 'child'])"
        answers, errors, code = self.ask(printing, run({}), {"op": "quit"})
        self.assertEqual(([answer["id"] for answer in answers], code), ([1], 0))
        for said in ("printed", "written", "child"):
            self.assertIn(said, errors)

    def test_answers_of_megabytes_are_written_whole(self) -> None:
        answers, _, _ = self.ask("self.seen += record", run("x" * (8 << 20)), run("y"))
        self.assertEqual([len(answer["final"]["outcome"]) for answer in answers], [8 << 20, 1])


if __name__ == "__main__":
    unittest.main()
