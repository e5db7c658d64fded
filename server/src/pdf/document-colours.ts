/** The colours of the light theme in sRGB. Each is the token of that name in `web/src/tokens.css`. */
export const colours = {
  foreground: '#101c23',
  mutedForeground: '#505d65',
  border: '#e1e0da',
  primary: '#005777',
  primaryForeground: '#fcfcf9',
  primarySoft: '#ddf0fa',
  success: '#005d32',
  pending: '#744c00',
  pendingSoft: '#fff3d2',
  failed: '#a71a1b',
} as const
