"""Everything that a use case may reach, in one value: the ports, and the settings they need."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lockstitch.app.code_memory import CodePorts
from lockstitch.app.embedders import Embedders
from lockstitch.domain.anchor import WINDOW_DEFAULT
from lockstitch.domain.dreaming import DREAM_DEFAULT, DreamSettings
from lockstitch.ports.stores import (
    AnchorStore,
    AtlasStore,
    Caretaker,
    Catalogue,
    EpisodeStore,
    Eraser,
    FactLedger,
    FoldStore,
    Leases,
    PassageIndex,
    ProjectEditor,
    ProjectStore,
    Transfer,
    VectorStore,
)
from lockstitch.ports.workspace import Workspace
from lockstitch.ports.world import Aside, Clock, IdSource, TokenCounter

if TYPE_CHECKING:
    from lockstitch.ports.importers import ForeignReader


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The ports that wiring filled. `masking_key` is None when masking is switched off."""

    clock: Clock
    ids: IdSource
    tokens: TokenCounter
    aside: Aside
    workspace: Workspace
    projects: ProjectStore
    editor: ProjectEditor
    episodes: EpisodeStore
    anchors: AnchorStore
    folds: FoldStore
    index: PassageIndex
    ledger: FactLedger
    vectors: VectorStore
    atlas: AtlasStore
    leases: Leases
    embedders: Embedders
    code: CodePorts
    catalogue: Catalogue
    caretaker: Caretaker
    eraser: Eraser
    transfer: Transfer
    sakur4: Callable[[], "ForeignReader"]
    masking_key: bytes | None
    tombstone_key: bytes
    context_window: int = WINDOW_DEFAULT
    dream: DreamSettings = DREAM_DEFAULT
    close: Callable[[], None] = lambda: None
