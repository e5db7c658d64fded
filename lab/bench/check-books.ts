import { join } from 'node:path'
import { root } from './bank-process.ts'
import { runCommand } from './child.ts'
import type { Closing } from './closing.ts'

/** Has the books proved by the bank's own command, and gives what it says. Throws where they are not right. */
export async function checkBooks(
  { databaseUrl, secretKey }: { databaseUrl: string; secretKey: string },
  closing: Closing,
): Promise<string> {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }
  const said = await runCommand(process.execPath, [join(root, 'scripts/check-books.ts')], { env, closing })
  return said.trim()
}
