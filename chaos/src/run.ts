import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Arguments } from './arguments.ts'
import { type Chance, openChance } from './chance.ts'
import { checkBank } from './check/check-bank.ts'
import { openCounter } from './counter.ts'
import { openIntentLog } from './intent-log.ts'
import { openClerk, openCustomers } from './people.ts'
import type { Report } from './report.ts'
import { openScene, type Scene } from './scene.ts'
import { roundOf, sizeOf } from './schedule.ts'
import { watchWholeBank } from './whole-bank-read.ts'
import { type Work, workAsClient } from './workload.ts'

/** Opens a bank, breaks it while it works, checks it, and closes it. `say` is told how it goes. */
export async function run(given: Arguments, say: (line: string) => void): Promise<Report> {
  const begun = performance.now()
  const scene = await openScene()
  try {
    const done = await breakWhileItWorks(scene, given, say)
    return {
      given,
      ...done,
      seconds: (performance.now() - begun) / 1_000,
      slowestStart: Math.max(...scene.owner.secondsToReady),
      skipped: [],
      findings: scene.findings.all(),
    }
  } finally {
    await scene.close()
  }
}

async function breakWhileItWorks(scene: Scene, given: Arguments, say: (line: string) => void) {
  const chance = openChance(given.seed)
  const size = sizeOf(given)
  const path = join(scene.folder, 'intents.log')
  const log = await openIntentLog(path)
  const counter = openCounter(scene.addresses, scene.findings)
  const address = scene.addresses()[0]!
  const clerks = [await openClerk(address), await openClerk(address)]
  const customers = await openCustomers(address, {
    count: size.customers,
    clerk: clerks[0]!,
    chance: chance.of('customers'),
    name: 'customer',
  })
  let isOver = false
  const acknowledged = { transfer: 0, funding: 0, status: 0 }
  const { findings } = scene
  const work: Work = {
    ...{ customers, clerks, counter, log, findings, acknowledged },
    known: [],
    isOver: () => isOver,
  }
  say(`${customers.length} customers, ${size.clients} clients, seed ${given.seed}, in ${scene.folder}`)
  const reads = watchWholeBank(scene.postgres, findings)
  const clients = Array.from({ length: size.clients }, (_, index) =>
    workAsClient(work, chance.of(`client ${index}`)),
  )

  const faults = await doFaults(scene, given, { chance: chance.of('faults'), counter, work }, say)

  isOver = true
  counter.giveUpAfter(performance.now() + 60_000)
  await Promise.all(clients)
  await reads.close()
  await log.close()
  for (const finding of await checkBank(scene.postgres, path)) findings.report(finding)
  return { acknowledged, faults, wholeBankReads: reads.count(), answers: counter.tally }
}

async function doFaults(
  scene: Scene,
  given: Arguments,
  context: { chance: Chance; counter: Work['counter']; work: Work },
  say: (line: string) => void,
): Promise<Map<string, number>> {
  const happened = new Map<string, number>()
  const { chance } = context
  const { pauseMilliseconds } = sizeOf(given)
  const end = performance.now() + given.minutes * 60_000
  const goesOn = () => given.form === 'minutes' && performance.now() < end

  await wait(chance.between(500, 1_000))
  do {
    for (const fault of roundOf(given, chance)) {
      const times = await fault.act(scene, context)
      await scene.heal()
      happened.set(fault.name, (happened.get(fault.name) ?? 0) + times)
      say(`${fault.id} ${fault.name}: ${times}; acknowledged ${context.work.acknowledged.transfer}`)
      await wait(pauseMilliseconds / 2 + chance.below(pauseMilliseconds))
    }
  } while (goesOn())
  return happened
}
