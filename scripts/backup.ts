import { reasonOf } from '@bank/server/reason-of'
import { runBackupCommand } from './backup/backup-command.ts'
import { endingSignal } from './backup/ending-signal.ts'

try {
  console.log(await runBackupCommand(process.argv.slice(2), process.env, console.log, endingSignal()))
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
