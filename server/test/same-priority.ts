import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

// A command of the operator lowers the priority of its process for good. Called by a test, it would lower that of the worker, of its
// later files, and of every program that they start: beside the other workers those would hardly run.
os.setPriority = () => {}
syncBuiltinESMExports()
