import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@bank/server/embedded/start-embedded'
import { type History, makeHistory } from './history.ts'

/** A temporary folder, for data folders of embedded databases. */
export function temporaryFolder(cleanup: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'truepenny-bench-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  return folder
}

/** Makes an embedded database in `dataDir`, and customers with as many transactions each as `lengths` has. */
export async function fillDataFolder(dataDir: string, lengths: readonly number[]): Promise<History> {
  const { ownerAddress, stop } = await startEmbedded(dataDir)
  try {
    return await makeHistory(ownerAddress, lengths)
  } finally {
    await stop()
  }
}
