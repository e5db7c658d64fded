import { refusals } from '@bank/contract/errors'
import { escapeHtml } from '../../mail/html.ts'
import { audienceText } from './audience-text.ts'
import type { Route } from './route.ts'

/** The API reference: a page that lists the endpoints and their errors. */
export function referencePage(routes: readonly Route[], bankName: string): string {
  const name = escapeHtml(bankName)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}: API reference</title>
<style>${referenceStyle}</style>
</head>
<body>
<h1>${name}: API reference</h1>
<p>Bodies and answers are JSON, except files. A session is a cookie. A browser may send a request that changes data only from
the bank’s own pages. Every field of every endpoint is in <a href="/api/openapi.json">openapi.json</a>.</p>
<h2>Endpoints</h2>
<table>
<thead><tr><th>Request</th><th>Description</th><th>For</th><th>Errors</th></tr></thead>
<tbody>
${routes.map(rowOf).join('\n')}
</tbody>
</table>
<h2>Errors</h2>
<p>An error is an RFC 9457 problem with one of these codes. An endpoint may also answer with the errors of every request,
such as <code>malformed</code>, <code>busy</code> and <code>too_many_attempts</code>. One that is not for anyone may answer with
<code>signed_out</code>, and one that needs a confirmation with <code>confirm_required</code>.</p>
<table>
<thead><tr><th>Code</th><th>Status</th><th>Message</th></tr></thead>
<tbody>
${Object.entries(refusals)
  .map(
    ([code, { status, message }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(message)}</td></tr>`,
  )
  .join('\n')}
</tbody>
</table>
</body>
</html>`
}

function rowOf({ endpoint }: Route): string {
  const { method, path, summary, audience } = endpoint
  const reasons = endpoint.refusals.map((code) => `<a href="#${code}">${code}</a>`).join(', ')
  const cells = [
    `<code>${method} ${escapeHtml(path)}</code>`,
    escapeHtml(summary),
    audienceText(audience),
    reasons,
  ]
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

/** The content of the page's style element: its Content-Security-Policy has the hash. */
export const referenceStyle = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: start; vertical-align: top; padding: 0.4rem 0.8rem 0.4rem 0; border-bottom: 1px solid }
tr:target { outline: 2px solid }
`
