import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Arguments } from './arguments.ts'
import { openChance } from './chance.ts'
import { openDisk } from './disk.ts'
import { openFindings } from './findings.ts'
import type { Report, Totals } from './report.ts'
import { partsOf, type RunPart } from './run-parts.ts'
import { openScene } from './scene.ts'
import { workThrough } from './work-through.ts'

/** Runs each part on a bank of its own: clients, faults, and the checker. `print` gets lines of progress. */
export async function run(options: Arguments, print: (line: string) => void): Promise<Report> {
  const begun = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'truepenny-chaos-'))
  const findings = openFindings()
  const totals: Totals = {
    acknowledged: { transfer: 0, funding: 0, status: 0, schedule: 0, freeze: 0, dispute: 0 },
    faults: new Map(),
    skipped: [],
    wholeBankReads: 0,
    answers: new Map(),
    secondsToReady: [],
    outageSeconds: new Map(),
  }
  let cleanup = new AsyncDisposableStack()

  async function runPart(part: RunPart): Promise<void> {
    const disk = part.isOnDisk ? await openDisk(folder) : undefined
    if (typeof disk === 'string') {
      totals.skipped.push(`${part.faultCounts.map(([{ name }]) => name).join(', ')}: ${disk}`)
      return
    }
    await using own = new AsyncDisposableStack()
    cleanup = own
    own.defer(async () => disk?.close())
    const scene = await openScene(folder, { disk, servers: part.servers }, findings)
    own.defer(scene.close)
    own.defer(() => void totals.secondsToReady.push(...scene.owner.secondsToReady))
    const chance = openChance(`${options.seed} ${part.name}`)
    await workThrough(scene, part, { chance, totals, print })
  }

  // Ctrl-C stops the bank and unmounts the disk, too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      findings.close()
      void cleanup
        .disposeAsync()
        .then(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
        .finally(() => process.exit(130))
    })
  }
  print(`Seed ${options.seed}, in ${folder}`)
  for (const part of partsOf(options)) await runPart(part)
  // After findings the folder is kept, for a look at its logs.
  if (findings.all().length === 0) rmSync(folder, { recursive: true, force: true })
  const seconds = (performance.now() - begun) / 1_000
  return { ...totals, options, seconds, findings: findings.all() }
}
