import { type Arguments, readArguments } from './arguments.ts'
import { tellReport } from './report.ts'
import { run } from './run.ts'

// Breaks a bank in every way that a machine can, while it works, and says what became of the money. Ends with 0 when nothing was
// lost, 1 when something was found, 2 when it could not run.

const given = argumentsOfCommand()
try {
  const report = await run(given, (line) => console.error(line))
  console.log(tellReport(report))
  process.exit(report.findings.length === 0 ? 0 : 1)
} catch (error) {
  console.error(error)
  // Clients may still be waiting for an answer that nobody gives any more.
  process.exit(2)
}

/** Ends with 2, and says which, where one of them is wrong. */
function argumentsOfCommand(): Arguments {
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}
