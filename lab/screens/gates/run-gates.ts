import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { root } from '../../bank-command.ts'
import { gatesReport } from './gates-report.ts'

// Runs every gate on every state of every screen, in both themes, at each width, and prints the findings in a table. Arguments
// go to Playwright: `npm run gates -- -g dashboard`.

const results = join(root, 'lab/results')
const found = join(results, 'gates.json')
const report = join(results, 'gates.md')
const config = join(import.meta.dirname, 'playwright.config.ts')

mkdirSync(results, { recursive: true })
const colours = run('vitest', ['run', '--project', 'web', 'web/src/tokens.test.ts'])
const screens = run(
  'playwright',
  ['test', '--config', config, '--reporter', 'list,json', ...process.argv.slice(2)],
  { PLAYWRIGHT_JSON_OUTPUT_NAME: found },
)

const table = gatesReport(JSON.parse(readFileSync(found, 'utf8')), colours)
const machine = `On ${availableParallelism()} cores, with a load of ${loadavg()[0]!.toFixed(1)} at the end.`
writeFileSync(report, `# The gates\n\n${table}\n\n${machine}\n`)
process.stdout.write(`\n${table}\n\n${machine}\nWritten to ${report}\n`)
process.exitCode = colours && screens ? 0 : 1

/** Runs a tool of the repository with its output on the terminal. Returns whether it succeeded. */
function run(tool: string, args: readonly string[], environment: Record<string, string> = {}): boolean {
  const path = join(root, 'node_modules/.bin', tool)
  const env = { ...process.env, ...environment }
  return spawnSync(process.execPath, [path, ...args], { cwd: root, stdio: 'inherit', env }).status === 0
}
