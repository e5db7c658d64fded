import { readArguments } from './arguments.ts'
import { tellReport } from './report.ts'
import { run } from './run.ts'

// Breaks a bank in every way that a machine can, while it works, and says what became of the money. Ends with 0 when nothing was
// lost, 1 when something was found, 2 when it could not run.

try {
  const report = await run(readArguments(process.argv.slice(2)), (line) => console.error(line))
  console.log(tellReport(report))
  process.exit(report.findings.length === 0 ? 0 : 1)
} catch (error) {
  console.error(error)
  // Clients may still be waiting for an answer that nobody gives any more.
  process.exit(2)
}
