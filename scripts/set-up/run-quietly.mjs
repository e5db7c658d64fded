import { spawn } from 'node:child_process'
import { root } from './root.mjs'

/** Runs a command without showing what it says. When it fails, throws one line and the last of what it said. */
export function runQuietly(failure, command, args, folder = root) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const listen = (text) => {
      said = (said + text).slice(-8_000)
    }
    child.stdout.setEncoding('utf8').on('data', listen)
    child.stderr.setEncoding('utf8').on('data', listen)
    child.on('error', (error) => fail(new Error(`${failure}: ${error.message}`)))
    child.on('close', (code, signal) => {
      if (code === 0) return done()
      const last = said.trim().split('\n').slice(-15).join('\n')
      fail(new Error(`${failure} (${signal ?? `exit code ${code}`}). The last it said:\n${last}`))
    })
  })
}
