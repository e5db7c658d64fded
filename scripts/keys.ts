import { messageOf, runKeysCommand } from './keys/keys-command.ts'

try {
  console.log(await runKeysCommand(process.argv.slice(2), process.env))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
