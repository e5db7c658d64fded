import { spawn } from 'node:child_process'
import { root } from './root.mjs'

/** Runs a command without showing its output. When it fails, throws an error with the end of its output. */
export function runQuietly(failure, command, args, folder = root) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const append = (text) => {
      output = (output + text).slice(-8_000)
    }
    child.stdout.setEncoding('utf8').on('data', append)
    child.stderr.setEncoding('utf8').on('data', append)
    child.on('error', (error) => fail(new Error(`${failure}: ${error.message}`)))
    child.on('close', (code, signal) => {
      if (code === 0) return done()
      const last = output.trim().split('\n').slice(-15).join('\n')
      fail(new Error(`${failure} (${signal ?? `exit code ${code}`}). The end of its output:\n${last}`))
    })
  })
}
