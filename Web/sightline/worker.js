// The address of the engine's worker. core/worker.js does the work.

import "./core/worker.js";
