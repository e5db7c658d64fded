import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../refusal.ts'
import type { HttpContext } from '../api/http-context.ts'
import { networkOf } from '../api/origin.ts'

/** Where browsers report violations of a page's Content-Security-Policy. */
export const policyReportPath = '/api/csp-report'

const reportTypes = ['application/csp-report', 'application/reports+json']
const reportBytesMax = 8 * 1024

/** Logs the relevant fields of reports. Anyone can send them, so nothing else is done with them. */
export function registerPolicyReports(
  app: FastifyInstance,
  { bank, limits }: Pick<HttpContext, 'bank' | 'limits'>,
): void {
  app.addContentTypeParser(
    reportTypes,
    { parseAs: 'string', bodyLimit: reportBytesMax },
    (_request, body, done) => done(null, body),
  )
  app.post(policyReportPath, {
    bodyLimit: reportBytesMax,
    onRequest: (request, _reply, done) => {
      limits.countAddress('report', request.ip, bank.clock())
      const type = request.headers['content-type']?.replace(/;.*$/, '').trim() ?? ''
      if (!reportTypes.includes(type)) throw new Refusal('media_type_unsupported')
      done()
    },
    handler: async (request, reply) => {
      const network = networkOf(request.ip)
      for (const report of readReports(String(request.body)))
        request.log.warn({ traceId: request.id, network, ...report }, 'csp report')
      return reply.code(204).send()
    },
  })
}

type Report = { readonly directive: string; readonly blocked: string; readonly page: string }

function readReports(text: string): Report[] {
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch {
    throw new Refusal('malformed')
  }
  return (Array.isArray(sent) ? sent : [sent]).slice(0, 10).map((one: unknown) => {
    const body = fieldsOf(fieldsOf(one)['csp-report'] ?? fieldsOf(one).body)
    return {
      directive: short(body['effective-directive'] ?? body.effectiveDirective ?? body['violated-directive']),
      blocked: short(body['blocked-uri'] ?? body.blockedURL),
      page: short(body['document-uri'] ?? body.documentURL),
    }
  })
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Without the query and the fragment, which may be private. */
function short(value: unknown): string {
  return typeof value === 'string' ? value.replace(/[?#].*$/s, '').slice(0, 200) : ''
}
