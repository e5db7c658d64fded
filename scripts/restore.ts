import { reasonOf } from '@bank/server/reason-of'
import { endingSignal } from './backup/ending-signal.ts'
import { runRestoreCommand } from './restore/restore-command.ts'

try {
  console.log(await runRestoreCommand(process.argv.slice(2), process.env, console.log, endingSignal()))
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
