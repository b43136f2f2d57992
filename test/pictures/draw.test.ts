import { describe, expect, it } from 'vitest';
import { draw, themes } from './draw.js';

const lines = [
  { text: 'NAME   <none>', at: 300 },
  { text: 'a & b', at: 310 },
  { text: 'later', at: 1720 },
];

describe('a drawing of a terminal', () => {
  it('has each line as it was printed, behind what was typed', () => {
    const drawn = draw({ command: 'kubeatlas get pods', lines }, themes.dark);
    const texts = [...drawn.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    expect(texts).toEqual(['$ kubeatlas get pods', 'NAME   &lt;none&gt;', 'a &amp; b', 'later']);
  });

  it('lets a line appear when it came, and the first ones at once', () => {
    const delays = draw({ command: 'c', lines }, themes.light).match(/animation-delay:\d+ms/g);
    expect(delays).toEqual(['animation-delay:1700ms']);
  });
});
