import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startCommand } from '../bank-command.ts'
import type { BareAnswer } from './bare-server.ts'
import { sendTransfers, transferPath, transferRequests } from './load.ts'
import { watchProcess } from './processes.ts'
import type { Scene } from './scene.ts'

/** A server of the bank's framework that answers every transfer with the same answer: what HTTP alone costs. */
export type Floor = {
  /** Sends one round of transfers and returns the server's processor time for one, in microseconds. */
  readonly measure: (load: { connections: number; seconds: number }) => Promise<number>
}

/** Starts the bare server, with Node's options of `npm start` and the bank's answer to a transfer. */
export async function openFloor(
  { bank, customers }: Pick<Scene, 'bank' | 'customers'>,
  cleanup: AsyncDisposableStack,
): Promise<Floor> {
  const answer = await answerOf(bank.address, transferRequests(bank.address, customers)())
  const { env, args } = startCommand()
  const server = cleanup.adopt(
    fork(join(import.meta.dirname, 'bare-server.ts'), {
      // Ctrl-C reaches the benchmark only, which then stops its processes.
      detached: true,
      env: { ...env, NODE_ENV: 'production', PATH: process.env.PATH },
      execArgv: args.filter((argument) => argument.startsWith('--')),
    }),
    (child) => void child.kill(),
  )
  server.send(answer)
  const [port] = await once(server, 'message', { signal: AbortSignal.timeout(20_000) })
  const address = `http://127.0.0.1:${port}`
  return {
    async measure(load) {
      const stop = watchProcess(server.pid!)
      const { acknowledged } = await sendTransfers(address, customers, load)
      return (stop().processorSeconds * 1e6) / acknowledged
    },
  }
}

// Those that the framework writes for each answer itself.
const ownHeaders = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

async function answerOf(
  address: string,
  request: { headers: Readonly<Record<string, string>>; body: string },
): Promise<BareAnswer> {
  const response = await fetch(`${address}${transferPath}`, { method: 'POST', ...request })
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !ownHeaders.includes(name)))
  return { status: response.status, headers, body: await response.text() }
}
