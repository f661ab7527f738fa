"""Builds the wheel of quock_probe, which needs no network and no package to build it with.

    python3 wheel_backend.py FOLDER       writes the wheel there and prints its name

It is the build backend of pyproject.toml, too: ``pip wheel --no-deps .`` calls build_wheel.
The same sources give the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path
from typing import Any, Optional

HERE = Path(__file__).resolve().parent
EPOCH = (1980, 1, 1, 0, 0, 0)
WHEEL = "Wheel-Version: 1.0\nGenerator: quock\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def _project() -> dict[str, str]:
    """The texts of the table project; Python 3.9 has no reader of TOML."""
    _, table = (HERE / "pyproject.toml").read_text(encoding="utf-8").split("[project]\n")
    return dict(re.findall(r'^([a-z-]+) = "(.*)"$', table, re.MULTILINE))


def _metadata(project: dict[str, str]) -> str:
    return (
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\nSummary: {project['description']}\n"
        f"Requires-Python: {project['requires-python']}\nClassifier: Private :: Do Not Upload\nClassifier: Typing :: Typed\n"
    )


def _record(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


def build_wheel(wheel_directory: str, config_settings: Optional[dict[str, Any]] = None, metadata_directory: Optional[str] = None) -> str:
    """Write the wheel to a folder and return its name (PEP 517)."""
    project = _project()
    stem = f"quock_probe-{project['version']}"
    files = {f"quock_probe/{path.name}": path.read_bytes() for path in sorted((HERE / "quock_probe").iterdir()) if path.is_file()}
    files[f"{stem}.dist-info/METADATA"] = _metadata(project).encode()
    files[f"{stem}.dist-info/WHEEL"] = WHEEL.encode()
    record = f"{stem}.dist-info/RECORD"
    files[record] = ("".join(_record(name, content) for name, content in files.items()) + f"{record},,\n").encode()
    name = f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return name


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
