import type { AddressInfo } from 'node:net'
import { openBank } from '@bank/server/bank'
import { readConfig } from '@bank/server/config/config'
import { reachDatabase } from '@bank/server/embedded/reach-database'
import { openHttp } from '@bank/server/http/server'
import { startJobs } from '@bank/server/jobs'
import { openDatabase } from '@bank/server/postgres/database'
import { openNaiveBooks } from './naive-books.ts'

// The bank as `npm start` runs it, with the naive books in the place of its own: all else is the same, so that only the
// books make a difference. A program of its own, to compare with.

// More make the naive way no faster: all transfers wait for one row, whichever connection they have.
const connections = 8

const config = readConfig(process.env)
const { place } = await reachDatabase(config)
const db = await openDatabase(place)
const bank = await openBank({ config, db })
const books = await openNaiveBooks({ db, pinKey: bank.keys.pinKey, connections })
const http = await openHttp({ ...bank, books })
await http.listen({ host: config.host, port: config.port })
const address = `http://${config.host}:${(http.server.address() as AddressInfo).port}`
const jobs = startJobs(bank, { address, log: http.log, print: console.log })
console.log(`Ready on ${address}`)

process.once('SIGTERM', async () => {
  await jobs.close()
  await http.close()
  await books.close()
  await bank.close()
  await db.end()
})
