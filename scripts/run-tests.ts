import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

// What `npm test` runs after the static checks: Vitest, and beside it the short chaos and then the journeys. Both wait for timers,
// spinners and programs, and alone leave a part of two cores idle. Their output is printed when Vitest has ended.

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

const beside = runBeside()
const passed = await hasPassed(start('vitest', ['run'], 'inherit'))
printHeld()
process.exitCode = (await beside) && passed ? 0 : 1

async function runBeside(): Promise<boolean> {
  const survived = await hasPassed(start('npm', ['run', '--silent', 'chaos', '--', '--commit'], 'pipe'))
  const arrived = await hasPassed(start('npm', ['run', '--silent', 'journeys'], 'pipe'))
  return survived && arrived
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
