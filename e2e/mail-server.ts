import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** Opens a real mail server that writes each accepted mail to a file in the folder, and returns its address. */
export async function openMailServer(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, _session, accepted) {
      const draft = join(folder, `${randomUUID()}.draft`)
      await writeFile(draft, await buffer(stream))
      // Renamed when it is complete: a reader never sees half a mail.
      await rename(draft, join(folder, `${String(++count).padStart(6, '0')}.eml`))
      accepted()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}
