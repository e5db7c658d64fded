import type { CaseFileType } from './case-file-type.ts'

const endings: Readonly<Record<CaseFileType, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'application/pdf': '.pdf',
}

// Without the ending. Some file systems take 255 bytes.
const charactersMax = 60

/**
 * The name under which a file is stored: without a path, without characters that are invisible or special in paths, headers or markup,
 * and with the ending of its type.
 */
export function cleanFileName(name: string, type: CaseFileType): string {
  const [last = ''] = name.split(/[/\\]/).slice(-1)
  const stem = last
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{C}\p{DI}"'`%<>:|?*;=&]/gu, '')
    .replace(/^[. ]+|[. ]+$/g, '')
  const short = [...stem].slice(0, charactersMax).join('').trimEnd()
  return `${short || 'file'}${endings[type]}`
}

/** The header of a download under a name: in ASCII, and in UTF-8 for the browsers, which all read it. */
export function attachmentOf(name: string): string {
  const ascii = name.replace(/[^ -~]/g, '_')
  const utf8 = encodeURIComponent(name).replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
