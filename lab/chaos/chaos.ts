import { readOptions } from '../options.ts'
import { readArguments, usage } from './arguments.ts'
import { findPrograms } from './patroni/find-programs.ts'
import { reportText } from './report.ts'
import { run } from './run.ts'

// Injects faults into a bank under load and checks its books. Exits with 0 when nothing was found, 1 when something was, 2 when
// the run itself failed.

const options = readOptions(usage, () => {
  const given = readArguments(process.argv.slice(2))
  // Throws when a package that it needs is missing.
  if (given.form === 'patroni') findPrograms()
  return given
})
try {
  const report = await run(options, (line) => console.error(line))
  console.log(reportText(report))
  process.exit(report.findings.length === 0 ? 0 : 1)
} catch (error) {
  console.error(error)
  // Clients may still be waiting for answers, which would keep the process alive.
  process.exit(2)
}
