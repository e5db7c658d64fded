import { expect, test } from 'vitest'
import { readTelemetry } from './config-telemetry.ts'
import { valuesOf } from './config-values.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
const read = (env: Record<string, string>) => readTelemetry(valuesOf(env))

test('without an endpoint no traces or metrics are exported', () => {
  expect(read({ OTEL_TRACES_SAMPLER_ARG: '1' })).toBeUndefined()
})

test('the settings of the export have the defaults of OpenTelemetry', () => {
  expect(read(endpoint)).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    headers: {},
    serviceName: 'truepenny',
    sampledShare: 1,
  })
})

test('the headers of an export are pairs with commas, and their values may be percent-encoded', () => {
  const headers = 'authorization=Bearer%20abc=, x-scope-orgid = bank ,'
  expect(read({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers })?.headers).toEqual({
    authorization: 'Bearer abc=',
    'x-scope-orgid': 'bank',
  })
})

test('a wrong header is refused and not repeated', () => {
  for (const headers of ['secret', '=secret', 'a b=secret', 'authorization=%secret'])
    expect(() => read({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers })).toThrow(
      /^OTEL_EXPORTER_OTLP_HEADERS must look like name=value,other-name=value\.$/,
    )
})

test('headers are sent over https, or to this machine', () => {
  const far = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' }
  expect(read(far)?.endpoint).toBe('http://collector.example:4318')
  expect(() => read({ ...far, OTEL_EXPORTER_OTLP_HEADERS: 'a=b' })).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT must start with https:// when OTEL_EXPORTER_OTLP_HEADERS is set, unless its host is a loopback address.',
  )
})

test('the sampled share of the requests is a number from 0 to 1', () => {
  for (const share of ['0', '0.05', '1', '1.0'])
    expect(read({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: share })?.sampledShare).toBe(Number(share))
  for (const share of ['1.1', '-1', '5%', '.5', '1e0'])
    expect(() => read({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: share })).toThrow(
      `OTEL_TRACES_SAMPLER_ARG is "${share}": it must be a number from 0 to 1, such as 0.05.`,
    )
})

test('an endpoint that is no web address is refused', () => {
  expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an address that starts with https:// or http://.',
  )
})
