import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { testCertificate } from '../../../test/test-certificate.ts'

let bank: TestBank
let port: number
beforeAll(async () => {
  bank = await openTestBank({ tls: testCertificate, publicUrl: 'https://bank.example' })
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
