import { join } from 'node:path'
import type { Options } from './arguments.ts'
import { npmStart } from './bank-process.ts'
import { temporaryFolder } from './database.ts'
import { type Findings, figure } from './report.ts'

/** Measures `npm start` until the Ready line, without data and with the data of the start before. */
export async function measureStart(_: Options, cleanup: AsyncDisposableStack): Promise<Findings> {
  const folder = temporaryFolder(cleanup)
  const secondsWith = async (name: string) => {
    const { secondsToReady, stop } = await npmStart({ DATA_DIR: join(folder, name) }, cleanup)
    await stop()
    return secondsToReady
  }
  // Installs and builds what is missing.
  await secondsWith('untimed')
  const first = await secondsWith('data')
  const again = await secondsWith('data')
  return {
    part: 'start',
    figures: [
      figure('npm start until ready, without data', first, ' s'),
      figure('npm start until ready, with data', again, ' s', { atMost: 3 }),
    ],
  }
}
