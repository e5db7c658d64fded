import { messageOf, runAdministratorCommand } from './administrator/administrator-command.ts'

try {
  console.log(await runAdministratorCommand(process.argv.slice(2), process.env))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
