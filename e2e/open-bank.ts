import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openMailServer } from './mail-server.ts'

// Opens the real bank for the journeys: a fresh process, a fresh database, the demo people, any free port, and a real mail
// server that keeps what the bank sends in the folder `mails` beside its books.
// Prints its address when it is open. On SIGTERM it closes the bank and deletes its books. With CLOCK=3 three days pass at each SIGALRM.

const data = await mkdtemp(join(tmpdir(), 'truepenny-journeys-'))
const mail = { SMTP_URL: await openMailServer(join(data, 'mails')), MAIL_FROM: 'bank@bank.example' }
// No journey leaves the bank, but the one about the ticker, which answers in its provider's place. The journeys sign in some
// hundred times, and a hash at its real cost takes 40 ms of processor time.
const { TICKER = 'off', CLOCK } = process.env
const preloads = ['@bank/server/test/quick-argon2-preload']
if (CLOCK) preloads.push('./moving-clock-preload.ts')
const main = fileURLToPath(import.meta.resolve('@bank/server/main'))
const bank = spawn(
  process.execPath,
  [...preloads.flatMap((preload) => ['--import', import.meta.resolve(preload)]), main],
  {
    env: { ...process.env, ...mail, DATA_DIR: data, DEMO: 'on', HOST: '127.0.0.1', PORT: '0', TICKER },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)

// The folder is deleted once the bank has closed by itself.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGALRM'] as const) process.on(signal, () => bank.kill(signal))
bank.on('exit', async (code) => {
  await rm(data, { recursive: true, force: true })
  process.exit(code ?? 1)
})

for await (const line of createInterface({ input: bank.stdout })) {
  // An unhandled error of the bank is printed beside the journey that met it.
  if (/"level":"(error|fatal)"/.test(line)) process.stderr.write(`${line}\n`)
  const address = /Ready on (http:[^\s"]+)/.exec(line)?.[1]
  if (address) process.stdout.write(`Open on ${address} with its books in ${data}\n`)
}
