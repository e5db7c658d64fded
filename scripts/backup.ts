import { runBackupCommand } from './backup/backup-command.ts'

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => ending.abort(new Error('The command was ended by a signal.')))
}
try {
  console.log(await runBackupCommand(process.argv.slice(2), process.env, console.log, ending.signal))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
