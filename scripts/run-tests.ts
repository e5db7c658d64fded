import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'

// What `npm test` runs after the static checks: Vitest, and beside it the short chaos and then the journeys. Both wait for timers,
// spinners and programs, and alone leave a part of two cores idle. Their output is printed when Vitest has ended; what failed is named last.

const held: Buffer[] = []
let isHeld = true
const children: ChildProcess[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
    printHeld()
    process.exit(1)
  })
}

const results = 'node_modules/.cache/tests.json'
// Those of an earlier run would be named for a Vitest that ends without any.
rmSync(results, { force: true })
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`]

const beside = runBeside()
const passed = await hasPassed(start('vitest', ['run', ...reporters], 'inherit'))
printHeld()
const failures = [...(passed ? [] : failedTests()), ...(await beside)]
for (const failure of failures) console.error(`Failed: ${failure}`)
process.exitCode = failures.length === 0 ? 0 : 1

/** The parts that failed, each with the end of what it said. */
async function runBeside(): Promise<string[]> {
  const failed: string[] = []
  for (const script of [['chaos', '--', '--commit'], ['journeys']]) {
    const part = start('npm', ['run', '--silent', ...script], 'pipe')
    let end = ''
    for (const stream of [part.stdout!, part.stderr!]) {
      stream.on('data', (text: Buffer) => (end = `${end}${text}`.slice(-3_000)))
    }
    if (!(await hasPassed(part))) failed.push(`${script[0]}\n${end}`)
  }
  return failed
}

type Results = {
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Vitest's failed tests, each with what it said, and files that could not be run. */
function failedTests(): string[] {
  if (!existsSync(results)) return ['vitest']
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as Results
  const failed = testResults.flatMap(({ name, message, assertionResults }) =>
    [
      { status: message === '' ? '' : 'failed', fullName: '', failureMessages: [message] },
      ...assertionResults,
    ]
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `${relative('.', name)} ${fullName}\n${failureMessages.join('\n')}`,
      ),
  )
  return failed.length > 0 ? failed : ['vitest']
}

function start(command: string, args: string[], output: 'inherit' | 'pipe'): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', output, output] })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      if (isHeld) held.push(bytes)
      else process.stdout.write(bytes)
    })
  }
  children.push(child)
  return child
}

async function hasPassed(child: ChildProcess): Promise<boolean> {
  const [code] = await once(child, 'close')
  return code === 0
}

function printHeld(): void {
  isHeld = false
  for (const output of held.splice(0)) process.stdout.write(output)
}
