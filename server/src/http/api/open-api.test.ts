import { createHash } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { refusals } from '@bank/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { routes } from '../../routes.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

describe('the contract', () => {
  test('every endpoint has one route', () => {
    const named = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
    const routed = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    expect(routed.toSorted()).toEqual(named.toSorted())
    expect(new Set(routed).size).toBe(routed.length)
  })

  test('/api/openapi.json describes every endpoint with its refusals', async () => {
    const response = await bank.app.inject({ method: 'GET', url: '/api/openapi.json' })
    const document = response.json()
    expect(document.openapi).toBe('3.1.0')
    for (const { endpoint } of routes) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      const operation = document.paths[path][endpoint.method.toLowerCase()]
      expect(operation.summary).toBe(endpoint.summary)
      expect(Object.keys(operation.responses)).toContain(String(endpoint.status))
      for (const code of endpoint.refusals) {
        expect(operation.responses[refusals[code].status].description).toContain(`\`${code}\``)
      }
    }
  })

  test('the OpenAPI document names the session cookie and csrf for every unsafe method', async () => {
    const asked = { method: 'GET', url: '/api/openapi.json' } as const
    const here = (await bank.app.inject(asked)).json()
    expect(here.components.securitySchemes.session.name).toBe('sid')
    for (const { endpoint } of routes) {
      const operation = here.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')][endpoint.method.toLowerCase()]
      const forbidden = operation.responses['403']?.description ?? ''
      expect(forbidden.includes('`csrf`')).toBe(endpoint.method !== 'GET')
    }
    const behindHttps = await openTestBank({ publicUrl: 'https://bank.example' })
    const there = (await behindHttps.app.inject(asked)).json()
    expect(there.components.securitySchemes.session.name).toBe('__Host-sid')
    await behindHttps.close()
  })

  test('the OpenAPI document names every field of a form and its rules', async () => {
    const document = (await bank.app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
    const { schema } = document.paths['/api/registrations'].post.requestBody.content['application/json']
    expect(schema.required).toContain('employment_status')
    expect(schema.additionalProperties).toBe(false)
    expect(schema.properties.gender).toEqual({ type: 'string', enum: ['male', 'female', 'others'] })
    const status = document.paths['/api/admin/transactions/{id}/status'].put
    expect(status.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
    const list = document.paths['/api/transactions'].get
    expect(list.parameters.map(({ name }: { name: string }) => name)).toEqual([
      'account',
      'q',
      'type',
      'status',
      'from',
      'to',
      'minAmount',
      'maxAmount',
      'limit',
      'cursor',
      'order',
    ])
    expect(list.responses['200'].content['application/json'].schema.required).toContain('nextCursor')
  })

  test('the OpenAPI document says that the number of an account has ten digits, in requests and in answers', async () => {
    const { paths } = (await bank.app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
    const ofQuery = (path: string) =>
      paths[path].get.parameters.find(({ name }: { name: string }) => name === 'account').schema.pattern
    const digits = '^\\d{10}$'
    expect(ofQuery('/api/statement')).toBe(digits)
    expect(ofQuery('/api/transactions')).toBe('^\\d{10}$|^all$')
    const [{ schema: number }] = paths['/api/accounts/{number}/name'].put.parameters
    expect(number.pattern).toBe(digits)
    const moved = paths['/api/own-transfers'].post
    expect(moved.requestBody.content['application/json'].schema.properties.to.pattern).toBe(digits)
    const receipt = moved.responses['201'].content['application/json'].schema.properties
    expect([receipt.from.pattern, receipt.to.pattern]).toEqual([digits, digits])
  })

  test('the OpenAPI document lists the session and the refusals of each audience', async () => {
    const { paths } = (await bank.app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
    const [openToAnyone, forCustomers] = [paths['/api/registrations'].post, paths['/api/transfers'].post]
    expect([openToAnyone.security, forCustomers.security]).toEqual([[], [{ session: [] }]])
    expect(openToAnyone.responses).not.toHaveProperty('401')
    const refusedWith403 = (path: string, method: string) => [
      ...paths[path][method].responses['403'].description
        .matchAll(/`(\w+)`/g)
        .map((match: string[]) => match[1]),
    ]
    expect(refusedWith403('/api/me', 'get')).toEqual(['secrets_temporary', 'second_factor_required'])
    expect(refusedWith403('/api/me/pin', 'get')).toEqual(['second_factor_required'])
    expect(refusedWith403('/api/me/two-factor', 'get')).toEqual(['secrets_temporary'])
    expect(refusedWith403('/api/admin/users', 'get')).toEqual([
      'secrets_temporary',
      'second_factor_required',
      'forbidden',
      'administrator_deactivated',
      'passcode_required',
    ])
  })

  test('the reference page /api/docs has an anchor for each error', async () => {
    const { body, headers } = await bank.app.inject({ method: 'GET', url: '/api/docs' })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    for (const code of Object.keys(refusals)) expect(body).toContain(`id="${code}"`)
    for (const { path } of Object.values(endpoints)) expect(body).toContain(path)
    const style = /<style>([^<]+)</.exec(body)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
  })
})
