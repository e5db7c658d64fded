import { X509Certificate } from 'node:crypto'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { newerCertificate, testCertificate } from '../../../test/test-certificate.ts'
import type { JobContext } from '../../jobs/job.ts'
import { reloadCertificateJob } from '../../jobs/reload-certificate.ts'
import { metricsOf } from '../ops/metrics.ts'

let bank: TestBank
let port: number
let files: () => typeof testCertificate = () => testCertificate
beforeAll(async () => {
  const settings = { tls: testCertificate, publicUrl: 'https://bank.example' }
  bank = await openTestBank(settings, { readTls: () => files() })
  await bank.app.listen({ host: '127.0.0.1', port: 0 })
  port = (bank.app.server.address() as AddressInfo).port
})
afterAll(() => bank.close())

test('with a certificate the server speaks TLS', async () => {
  const { status, certificate } = await new Promise<{ status?: number; certificate: PeerCertificate }>(
    (resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, path: '/healthz', ca: testCertificate.cert, servername: 'localhost' },
        (response) => {
          const certificate = (response.socket as ReturnType<typeof connect>).getPeerCertificate()
          response.resume().on('end', () => resolve({ status: response.statusCode!, certificate }))
        },
      )
      asked.on('error', reject).end()
    },
  )
  expect([status, certificate.subject.CN]).toEqual([200, 'localhost'])
})

test('with a certificate the server does not answer plain HTTP', async () => {
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  expect((await bank.call(null, endpoints.listCountries)).status).toBe(200)
})

test('TLS below 1.2 is refused', async () => {
  const outcome = await new Promise<string>((resolve) => {
    const socket = connect({
      host: '127.0.0.1',
      port,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ca: testCertificate.cert,
      servername: 'localhost',
    })
    socket.on('secureConnect', () => resolve('connected'))
    socket.on('error', () => resolve('refused'))
  })
  expect(outcome).toBe('refused')
})

const fingerprint = () =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    }).on('error', reject)
  })

test('a new certificate is used without a restart, and its end is in the metrics; files that cannot be used change nothing', async () => {
  const said: string[] = []
  const print = (line: string) => said.push(line)
  const round = reloadCertificateJob.open({ bank: bank.bank, print } as unknown as JobContext)!
  const ends = async () =>
    /^bank_certificate_end_time_seconds (.*)$/m.exec(await metricsOf(bank.bank).metrics())?.[1]
  const earlier = [await fingerprint(), await ends()]
  await round(bank.clock.now())
  files = () => {
    throw new Error('TLS_CERT_FILE is broken.')
  }
  await expect(round(bank.clock.now())).rejects.toThrow('TLS_CERT_FILE is broken.')
  expect([await fingerprint(), await ends()]).toEqual(earlier)
  expect(said).toEqual([])
  files = () => newerCertificate
  await round(bank.clock.now())
  await round(bank.clock.now())
  const { fingerprint256, validTo } = new X509Certificate(newerCertificate.cert)
  expect(await fingerprint()).toBe(fingerprint256)
  expect(await ends()).toBe(String(Date.parse(validTo) / 1_000))
  expect(said).toEqual(['The certificate of TLS_CERT_FILE is in use, valid until 2176-10-22T10:13:32.000Z.'])
})
