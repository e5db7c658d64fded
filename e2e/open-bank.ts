import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openMailServer } from './mail-server.ts'

// Opens the real bank for the journeys: a fresh process, a fresh database, the demo people, any free port, and a real mail
// server that keeps what the bank sends in the folder `mails` beside its books.
// Says where it is open, and closes it and throws its books away when it is told to stop.

const data = await mkdtemp(join(tmpdir(), 'truepenny-journeys-'))
const mail = { SMTP_URL: await openMailServer(join(data, 'mails')), MAIL_FROM: 'bank@bank.example' }
// No journey leaves the bank, but the one about the ticker, which answers in its provider's place.
const { TICKER = 'off' } = process.env
const bank = spawn(process.execPath, [fileURLToPath(import.meta.resolve('@bank/server/main'))], {
  env: { ...process.env, ...mail, DATA_DIR: data, DEMO: 'on', HOST: '127.0.0.1', PORT: '0', TICKER },
  stdio: ['ignore', 'pipe', 'inherit'],
})

// The bank closes itself politely; only then may its folder go.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => bank.kill(signal))
bank.on('exit', async (code) => {
  await rm(data, { recursive: true, force: true })
  process.exit(code ?? 1)
})

for await (const line of createInterface({ input: bank.stdout })) {
  // A fault of the bank's own is told beside the journey that met it.
  if (/"level":"(error|fatal)"/.test(line)) process.stderr.write(`${line}\n`)
  const address = /Ready on (http:\S+)/.exec(line)?.[1]
  if (address) process.stdout.write(`Open on ${address} with its books in ${data}\n`)
}
