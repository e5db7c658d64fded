import { html } from './html.ts'
import type { Letter } from './letter.ts'

/** What a mail has around its letter. */
export type Frame = {
  readonly bankName: string
  readonly bankAddress: string
  /** The bank's public address, to which the pages of buttons are added. */
  readonly address: string
  /** How to contact the bank; undefined in a mail to the bank itself. */
  readonly contact: { readonly shown: string; readonly link: string } | undefined
}

/** What only the reader of a mail may see: it is not stored with the mail. */
export type MailedSecret = { readonly link: string } | { readonly code: string }

/**
 * Draws both parts of a mail. The HTML has neither a style sheet nor a picture, because many readers show none. Its text has the colour
 * that the reader gives it, so that it can be read on white and on black; only the bank's name and the button have colours of their own.
 */
export function drawLetter(
  { subject, letter }: { readonly subject: string; readonly letter: Letter },
  frame: Frame,
  secret: MailedSecret | undefined,
): { html: string; text: string } {
  const target = targetOf(letter, frame, secret)
  return { html: drawHtml(subject, letter, frame, target), text: drawText(letter, frame, target) }
}

/** The text of a letter without its frame. `target` is where its button leads, or the code in its place. */
export function letterText(
  { greeting, sentences, facts = [], button, advice = [] }: Letter,
  target: string,
): string {
  return [
    ...(greeting === undefined ? [] : [greeting]),
    ...sentences,
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.label}: ${target}`] : []),
    ...advice,
  ].join('\n\n')
}

/** How to contact the bank: its support address, or the support page at its public `address`. */
export function contactOf(address: string, supportEmail: string | undefined): NonNullable<Frame['contact']> {
  const shown = supportEmail ?? `${address}/support`
  return { shown, link: supportEmail === undefined ? shown : `mailto:${supportEmail}` }
}

type Target = MailedSecret | undefined

function targetOf({ button }: Letter, { address }: Frame, secret: MailedSecret | undefined): Target {
  return button?.page === undefined ? secret : { link: address + button.page }
}

function drawText(letter: Letter, { bankName, bankAddress, contact }: Frame, target: Target): string {
  const shown = target && ('link' in target ? target.link : target.code)
  return [
    letterText(letter, shown ?? ''),
    `${bankName}, ${bankAddress}`,
    ...(contact ? [`Contact us: ${contact.shown}`] : []),
  ].join('\n\n')
}

// The colours of the screens' primary buttons. White on them can be read in every theme, also where a reader inverts both.
const coloured = 'background-color:#005777;color:#ffffff'
// Between black and white, so that it is seen on both.
const line = '1px solid #76828a'
const family = 'font-family:Arial,Helvetica,sans-serif'
const broken = 'overflow-wrap:anywhere;word-break:break-word'

function drawHtml(
  subject: string,
  { greeting, sentences, facts = [], button, advice = [] }: Letter,
  { bankName, bankAddress, contact }: Frame,
  target: Target,
): string {
  const content = [
    html`<h1 style="margin:0 0 20px;font-size:22px;line-height:28px;${broken}">${subject}</h1>`,
    ...[...(greeting === undefined ? [] : [greeting]), ...sentences].map(paragraph),
    facts.length > 0 ? table(facts) : '',
    button && target ? action(button.label, target) : '',
    ...advice.map(paragraph),
  ]
  const footer = [
    html`<p style="margin:0">${bankName}, ${bankAddress}</p>`,
    contact
      ? html`<p style="margin:4px 0 0">Contact us: <a href="${contact.link}" style="color:inherit">${contact.shown}</a></p>`
      : '',
  ]
  return [
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:16px 12px;${family};font-size:16px;line-height:24px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:600px;margin:0 auto;border:${line};${family};font-size:16px;line-height:24px">
<tr><td style="${coloured};padding:16px 24px;font-size:20px;font-weight:bold">${bankName}</td></tr>`,
    ['<tr><td style="padding:24px">', ...content, '</td></tr>'].filter((part) => part !== '').join('\n'),
    `<tr><td style="padding:16px 24px;border-top:${line};font-size:14px;line-height:20px">`,
    ...footer,
    '</td></tr></table></body></html>',
  ].join('\n')
}

/** Keeps the lines of a text of several lines, such as a message to the bank. */
function paragraph(text: string): string {
  return html`<p style="margin:0 0 16px;white-space:pre-line;${broken}">${text}</p>`
}

function table(facts: NonNullable<Letter['facts']>): string {
  const cell = `padding:8px 0;border-top:${line};vertical-align:top;text-align:left`
  const rows = facts.map(
    ({ label, value }) =>
      html`<tr><th scope="row" style="${cell};width:34%;padding-right:16px;font-weight:normal">${label}</th><td style="${cell};font-weight:bold;${broken}">${value}</td></tr>`,
  )
  const style = `margin:0 0 20px;border-bottom:${line};border-collapse:collapse;font-size:16px;line-height:24px`
  return [`<table width="100%" style="${style}">`, ...rows, '</table>'].join('\n')
}

function action(label: string, target: MailedSecret): string {
  if ('code' in target) {
    return html`<p style="margin:0 0 20px">${label}: <strong style="font-size:28px;letter-spacing:4px">${target.code}</strong></p>`
  }
  const style = `display:inline-block;padding:12px 24px;border-radius:8px;${coloured};font-weight:bold;text-decoration:none`
  return html`<p style="margin:4px 0 20px"><a href="${target.link}" style="${style}">${label}</a></p>`
}
