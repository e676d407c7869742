import { describe, expect, it } from 'vitest';
import { optionsOf } from '#demo/options.ts';

const NOWHERE = {};

describe('the options of the demo', () => {
  it('last a minute and send to a Seamark with its own ports, if nothing is said', () => {
    expect(optionsOf([], NOWHERE)).toEqual({
      kind: 'run',
      options: {
        minutes: 1,
        rate: 60,
        otlpUrl: 'http://127.0.0.1:4318',
        webUrl: 'http://127.0.0.1:4300',
      },
    });
  });

  it('are taken from the command line, and the addresses from the settings of Seamark', () => {
    const env = { SEAMARK_HOST: '::1', SEAMARK_OTLP_HTTP_PORT: '5318', SEAMARK_WEB_PORT: ' 5300 ' };
    expect(optionsOf(['--minutes', '0.5', '--rate=240'], env)).toEqual({
      kind: 'run',
      options: { minutes: 0.5, rate: 240, otlpUrl: 'http://[::1]:5318', webUrl: 'http://[::1]:5300' },
    });
  });

  it('take an empty setting for none', () => {
    expect(optionsOf([], { SEAMARK_WEB_PORT: '' })).toMatchObject({
      options: { webUrl: 'http://127.0.0.1:4300' },
    });
  });

  it.each([
    [['--minutes', '0'], '--minutes'],
    [['--minutes', 'long'], '--minutes'],
    [['--minutes', ''], '--minutes'],
    [['--minutes', '1441'], '--minutes'],
    [['--rate', '0.5'], '--rate'],
    [['--rate', '1201'], '--rate'],
    [['--speed', '3'], '--speed'],
    [['fast'], 'fast'],
  ])('are an error that names what is wrong with %j', (args, named) => {
    const asked = optionsOf(args, NOWHERE);
    expect(asked).toMatchObject({ kind: 'wrong', message: expect.stringContaining(named) });
  });

  it('are an error where a port is none', () => {
    expect(optionsOf([], { SEAMARK_WEB_PORT: '99999' })).toMatchObject({ kind: 'wrong' });
  });

  it('ask for help by either name', () => {
    expect(optionsOf(['--help'], NOWHERE)).toEqual({ kind: 'help' });
    expect(optionsOf(['-h'], NOWHERE)).toEqual({ kind: 'help' });
  });
});
