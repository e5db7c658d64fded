import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

// The bank during development: the server restarts when one of its files changes, and the screens come from a development
// server that forwards /api to it. Ctrl-C stops both.

const root = join(import.meta.dirname, '..')
const vite = join(root, 'node_modules/vite/bin/vite.js')

const both = [
  start(['--watch', '--watch-preserve-output', 'server/src/main.ts']),
  start([vite, 'web', '--config', 'web/vite.config.ts', '--host', '127.0.0.1', '--clearScreen', 'false']),
]

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

// One without the other is of no use.
for (const child of both) child.on('exit', stop)

await Promise.all(both.map((child) => once(child, 'exit')))

function start(args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
}

function stop(): void {
  for (const child of both) child.kill('SIGTERM')
}
