import { html } from './html.ts'

/** The last paragraph of a mail: the bank's support address, or the support page at the bank's public `address`. */
export function contactLine(address: string, supportEmail: string | undefined): string {
  const shown = supportEmail ?? `${address}/support`
  const link = supportEmail === undefined ? shown : `mailto:${supportEmail}`
  return html`<p>Contact us: <a href="${link}">${shown}</a></p>`
}
