import { hostOf, isLoopback, type Values, webAddress, wrong } from './config-values.ts'

/** Where traces and metrics are sent, over OTLP. */
export type TelemetrySettings = {
  /** OTEL_EXPORTER_OTLP_ENDPOINT: the collector, without a slash at the end. */
  readonly endpoint: string
  /** OTEL_EXPORTER_OTLP_HEADERS: sent with each export, such as a token. */
  readonly headers: Readonly<Record<string, string>>
  /** OTEL_SERVICE_NAME: the name of the bank at the collector, `truepenny`. */
  readonly serviceName: string
  /** OTEL_TRACES_SAMPLER_ARG: the share of requests that are traced, from 0 to 1. */
  readonly sampledShare: number
}

/** Undefined without OTEL_EXPORTER_OTLP_ENDPOINT: nothing is measured for export, and no library is loaded. */
export function readTelemetry(values: Values): TelemetrySettings | undefined {
  const endpoint = values.text('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === undefined) return undefined
  const url = webAddress('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
  const headers = readHeaders(values.secret('OTEL_EXPORTER_OTLP_HEADERS'))
  if (Object.keys(headers).length > 0 && url.protocol !== 'https:' && !isLoopback(hostOf(url.href))) {
    throw wrong(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'must start with https:// when OTEL_EXPORTER_OTLP_HEADERS is set, unless its host is a loopback address',
    )
  }
  return {
    endpoint: url.href.replace(/\/$/, ''),
    headers,
    serviceName: values.text('OTEL_SERVICE_NAME') ?? 'truepenny',
    sampledShare: readShare(values.text('OTEL_TRACES_SAMPLER_ARG') ?? '1'),
  }
}

/** `name=value` pairs with commas; a value may be percent-encoded. The error does not repeat them: they may be secret. */
function readHeaders(text: string | undefined): Record<string, string> {
  const pairs = text?.split(',').filter((pair) => pair.trim() !== '') ?? []
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x20-\x7e]+?)\s*$/.exec(pair) ?? []
      const decoded = value === undefined ? undefined : decode(value)
      if (name === undefined || decoded === undefined) {
        throw wrong('OTEL_EXPORTER_OTLP_HEADERS', 'must look like name=value,other-name=value')
      }
      return [name, decoded]
    }),
  )
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

function readShare(text: string): number {
  const share = /^\d(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (share >= 0 && share <= 1) return share
  throw wrong('OTEL_TRACES_SAMPLER_ARG', `is "${text}": it must be a number from 0 to 1, such as 0.05`)
}
