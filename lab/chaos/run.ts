import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Arguments } from './arguments.ts'
import { openChance } from './chance.ts'
import { openDisk } from './disk.ts'
import { openFindings } from './findings.ts'
import type { Report } from './report.ts'
import { openScene } from './scene.ts'
import { type Part, partsOf } from './schedule.ts'
import { type Done, workThrough } from './work-through.ts'

/** Opens a bank, breaks it while it works, checks it, and closes it. `say` is told how it goes. */
export async function run(given: Arguments, say: (line: string) => void): Promise<Report> {
  const begun = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'truepenny-chaos-'))
  const findings = openFindings()
  const done: Done[] = []
  const skipped: string[] = []
  const secondsToReady: number[] = []
  const secondsAway: number[] = []
  /** Undoes what is open now. */
  let close: () => Promise<unknown> = async () => {}

  async function doPart(part: Part): Promise<void> {
    const disk = part.isOnDisk ? await openDisk(folder) : undefined
    if (typeof disk === 'string') {
      skipped.push(`${part.deck.map(([{ name }]) => name).join(', ')}: ${disk}`)
      return
    }
    close = async () => disk?.close()
    const scene = await openScene(folder, { disk, hasStandby: part.hasStandby }, findings)
    close = async () => {
      await scene.close()
      await disk?.close()
    }
    try {
      const chance = openChance(`${given.seed} ${part.name}`)
      done.push(await workThrough(scene, part, chance, say))
    } finally {
      secondsToReady.push(...scene.owner.secondsToReady)
      secondsAway.push(...(scene.servers?.secondsAway ?? []))
      await close()
      close = async () => {}
    }
  }

  // Ctrl-C ends the bank too, and leaves no disk behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      findings.close()
      void close()
        .then(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
        .finally(() => process.exit(130))
    })
  }
  say(`Seed ${given.seed}, in ${folder}`)
  for (const part of partsOf(given)) await doPart(part)
  // What went wrong is looked at afterwards.
  if (findings.all().length === 0) rmSync(folder, { recursive: true, force: true })
  return {
    given,
    skipped: [...skipped, ...done.flatMap((part) => part.skipped)],
    secondsToReady,
    secondsAway,
    seconds: (performance.now() - begun) / 1_000,
    acknowledged: {
      transfer: sum(done.map(({ acknowledged }) => acknowledged.transfer)),
      funding: sum(done.map(({ acknowledged }) => acknowledged.funding)),
      status: sum(done.map(({ acknowledged }) => acknowledged.status)),
    },
    faults: addUp(done.map(({ faults }) => faults)),
    answers: addUp(done.map(({ answers }) => answers)),
    wholeBankReads: sum(done.map(({ wholeBankReads }) => wholeBankReads)),
    findings: findings.all(),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function addUp<Key>(counts: readonly ReadonlyMap<Key, number>[]): Map<Key, number> {
  const total = new Map<Key, number>()
  for (const each of counts) {
    for (const [key, count] of each) total.set(key, (total.get(key) ?? 0) + count)
  }
  return total
}
