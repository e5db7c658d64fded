import { decimals, percent, type Table, tableOf, tableText, whole } from '../../bench/report.ts'
import { measureScale, type ScaleResult } from './measure-scale.ts'
import {
  jobSpread,
  measuredCosts,
  measuredSpeeds,
  messageMilliseconds,
  sliceMilliseconds,
} from './measured.ts'
import type { ScaleSetup } from './scale-setup.ts'

/** The machine of the bench with everything on it: the simulation has to give what the bench measured there. */
const bench: Omit<ScaleSetup, 'processes' | 'clients' | 'log'> = {
  costs: measuredCosts,
  isStriped: true,
  customers: 1_000,
  databaseCores: 2,
  processCores: null,
  spread: jobSpread,
  sliceMilliseconds,
  databaseMilliseconds: messageMilliseconds,
  clientMilliseconds: messageMilliseconds,
}

/** A database of 16 cores, and a machine of one core for each process, in one data centre. */
const dataCentre: Omit<ScaleSetup, 'processes' | 'isStriped' | 'log'> = {
  costs: measuredCosts,
  clients: 256,
  customers: null,
  databaseCores: 16,
  processCores: 1,
  spread: jobSpread,
  sliceMilliseconds,
  // A round trip of 0.2 ms.
  databaseMilliseconds: 0.1,
  clientMilliseconds: 0.1,
}

/** How the log is flushed: on a local disk of 1 GB/s, and the same with a standby. A transfer adds 1,750 bytes to the log. */
const logs = {
  'a flush of 0.1 ms': { once: 0.1, each: 0.00175, standby: 0 },
  'a flush of 0.1 ms and 5 ms for a standby': { once: 0.1, each: 0.00175, standby: 5 },
}

// More processes than there are stripes share them.
const processCounts = { striped: [1, 2, 4, 8, 16, 32], unstriped: [1, 2, 4, 8, 16] }

/** Compares the simulation with the bench, then prints transfers a second for 1 to 32 processes. `print` gets the texts in their order. */
export async function printScale(options: { seed: number; seconds: number }, print: (text: string) => void) {
  print(tableText(await calibration(options)))
  for (const [name, log] of Object.entries(logs)) {
    for (const isStriped of [true, false]) {
      const title = `${name}, ${isStriped ? 'in-transit accounts for each process' : 'one in-transit account'}`
      print(tableText(await growth(title, { ...dataCentre, isStriped, log }, options)))
    }
  }
}

async function calibration(options: { seed: number; seconds: number }): Promise<Table> {
  const compared = []
  for (const measured of measuredSpeeds) {
    const { processes, connections, logMilliseconds } = measured
    const log = { once: logMilliseconds, each: 0, standby: 0 }
    const setup = { ...bench, processes, clients: connections / processes, log }
    compared.push({ ...measured, simulated: await measureScale(setup, options) })
  }
  return tableOf(
    'Simulation of the bench: everything on two cores',
    compared,
    {
      connections: ({ connections }) => String(connections),
      processes: ({ processes }) => String(processes),
      'measured/s': ({ perSecond }) => whole(perSecond),
      'simulated/s': ({ simulated }) => whole(simulated.perSecond),
      difference: ({ perSecond, simulated }) => percent(simulated.perSecond / perSecond - 1),
      'measured batch': ({ batch }) => decimals(batch),
      'simulated batch': ({ simulated }) => decimals(simulated.batch),
    },
    'batch: transfers in a batch of the books.',
  )
}

async function growth(
  title: string,
  setup: Omit<ScaleSetup, 'processes'>,
  options: { seed: number; seconds: number },
): Promise<Table> {
  const results: { processes: number; result: ScaleResult }[] = []
  for (const processes of processCounts[setup.isStriped ? 'striped' : 'unstriped'])
    results.push({ processes, result: await measureScale({ ...setup, processes }, options) })
  const first = results[0]!.result.perSecond
  return tableOf(title, results, {
    processes: ({ processes }) => String(processes),
    'transfers/s': ({ result }) => whole(result.perSecond),
    'to one': ({ result }) => decimals(result.perSecond / first),
    batch: ({ result }) => decimals(result.batch),
    'event loops': ({ result }) => percent(result.loopShare),
    'database cores': ({ result }) => percent(result.databaseShare),
    log: ({ result }) => percent(result.logShare),
    "bank's row": ({ result }) => percent(result.bankRowShare),
    "customers' rows": ({ result }) => percent(result.customerRowShare),
  })
}
