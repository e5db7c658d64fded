import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { gatesReport } from './gates-report.ts'

// Asks every gate about every state of every screen, in both themes, at each width, and says in one table what was found.
// What is typed behind the command goes to Playwright: `npm run gates -- -g dashboard`.

const root = join(import.meta.dirname, '../../..')
const results = join(root, 'lab/results')
const found = join(results, 'gates.json')
const report = join(results, 'gates.md')

mkdirSync(results, { recursive: true })
const colours = run('vitest', ['run', '--project', 'web', 'web/src/tokens.test.ts'], {})
const screens = run(
  'playwright',
  [
    'test',
    '--config',
    'lab/screens/gates/playwright.config.ts',
    '--reporter',
    'list,json',
    ...process.argv.slice(2),
  ],
  { PLAYWRIGHT_JSON_OUTPUT_NAME: found },
)

const table = gatesReport(JSON.parse(readFileSync(found, 'utf8')), colours)
const machine = `On ${availableParallelism()} cores, with a load of ${loadavg()[0]!.toFixed(1)} at the end.`
writeFileSync(report, `# The gates\n\n${table}\n\n${machine}\n`)
process.stdout.write(`\n${table}\n\n${machine}\nKept in ${report}\n`)
process.exitCode = colours && screens ? 0 : 1

/** Whether it was content. What it says is seen while it says it. */
function run(tool: string, wishes: readonly string[], environment: Record<string, string>): boolean {
  const path = join(root, 'node_modules/.bin', tool)
  const { status } = spawnSync(process.execPath, [path, ...wishes], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return status === 0
}
