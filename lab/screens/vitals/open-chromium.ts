import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from '@bank/e2e/chromium'
import type { SessionCookie } from './signed-in.ts'

/** A browser that Lighthouse can drive, with nothing in it; closed when it is disposed of. */
export type Chromium = AsyncDisposable & {
  /** Where it listens to those who drive it. */
  readonly port: number
  readonly addCookies: (cookies: readonly SessionCookie[]) => Promise<void>
}

/** Starts the journeys' browser with a door of its own. */
export async function openChromium({ executablePath, args, env }: Browser): Promise<Chromium> {
  const kept = await mkdtemp(join(tmpdir(), 'truepenny-vitals-'))
  const own = ['--headless', '--hide-scrollbars', '--remote-debugging-port=0', `--user-data-dir=${kept}`]
  const browser = spawn(executablePath, [...args, ...own, 'about:blank'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const close = async () => {
    if (browser.exitCode === null) {
      browser.kill('SIGKILL')
      await once(browser, 'exit')
    }
    await rm(kept, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  for await (const line of createInterface({ input: browser.stderr })) {
    const door = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (!door) continue
    browser.stderr.resume()
    return {
      port: Number(new URL(door).port),
      addCookies: (cookies) => tell(door, 'Storage.setCookies', { cookies }),
      [Symbol.asyncDispose]: close,
    }
  }
  await close()
  throw new Error('The browser did not start.')
}

/** Has the browser do one thing (Chrome DevTools Protocol). */
async function tell(door: string, method: string, params: object): Promise<void> {
  const socket = new WebSocket(door)
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, method, params }))
  const [{ data }] = (await once(socket, 'message')) as [{ data: string }]
  socket.close()
  const { error } = JSON.parse(data) as { error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
}
