#include "pages/page_style.hpp"

namespace l21::internal::pages {

const char* const kPageStyle = R"css(
:root{--paper:#fff;--ink:#1a1a1a;--faint:#5c5c5c;--line:#e3e3e3;--soft:#f5f5f3;--link:#0b5c8c;
--look0:#c84e00;--look1:#6b6b6b;--look2:#0072b2;--look3:#00805c;--look4:#a6447f;--look5:#a87700;--look6:#2d8fc4;--look7:#1a1a1a;--look8:#7d4a1e}
@media screen and (prefers-color-scheme:dark){:root{--paper:#15171a;--ink:#ececec;--faint:#a9adb3;--line:#33373d;--soft:#1f2226;
--link:#7cc4ee;--look0:#ff8a45;--look1:#b3b3b3;--look2:#5db4e8;--look3:#3fc79c;--look4:#dd8fbd;--look5:#e6b23a;--look6:#8fd0f5;--look7:#ececec;--look8:#c99b6d}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif}
main{max-width:1180px;margin:0 auto;padding:1.2rem clamp(.8rem,3vw,2rem) 4rem}
h1{font-size:1.75rem;line-height:1.2;margin:.6rem 0}
h2{font-size:1.3rem;margin:2.6rem 0 .6rem;padding-top:.6rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.8rem 0 .4rem}
p,ul,dl{max-width:75ch}
a{color:var(--link)}
nav a{display:inline-block;margin:0 .9rem .3rem 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1.2rem}
dt{color:var(--faint)}dd{margin:0;overflow-wrap:anywhere}
pre{background:var(--soft);padding:.7rem .9rem;border-radius:6px;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}
figure{margin:0}
figcaption{color:var(--faint);font-size:.92rem;margin:.35rem 0}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,max(300px,calc((100% - (var(--columns) - 1)*1.2rem)/var(--columns)))),1fr));gap:1.2rem;margin:1rem 0}
.charts figure{max-width:640px}
svg.chart{width:100%;height:auto;display:block;touch-action:pan-y}
.chart .ink{fill:var(--ink)}.chart .faint{fill:var(--faint)}
.chart .grid{stroke:var(--line)}.chart .axis,.chart .rule{stroke:var(--faint)}
.look0{--look:var(--look0)}.look1{--look:var(--look1)}.look2{--look:var(--look2)}.look3{--look:var(--look3)}
.look4{--look:var(--look4)}.look5{--look:var(--look5)}.look6{--look:var(--look6)}.look7{--look:var(--look7)}.look8{--look:var(--look8)}
.chart [class^=look]{stroke:var(--look)}.chart .mark,.chart .band{fill:var(--look);stroke:none}
.chart .mark.on{stroke:var(--ink);stroke-width:1.6;fill-opacity:1}
#tip{position:fixed;z-index:9;max-width:min(22rem,90vw);padding:.3rem .6rem;border-radius:5px;background:var(--ink);color:var(--paper);font-size:.86rem;pointer-events:none;overflow-wrap:anywhere}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
.table th,.table td{padding:.22rem .7rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:middle}
.table th{color:var(--faint);font-weight:600;position:sticky;top:0;background:var(--paper)}
.table .number{text-align:right}
.table{margin:1rem 0}
a.csv{margin-left:.5rem;padding:.05rem .5rem;border:1px solid var(--line);border-radius:4px;text-decoration:none;font-size:.82rem}
.pictures{margin:1rem 0}
.pictures th{position:sticky;left:0;background:var(--paper);text-align:left;font-weight:500;font-size:.88rem;padding-right:.8rem;white-space:nowrap}
.pictures td{padding:2px}
.pictures img,.table img{display:block;height:88px;width:auto;background:#000}
.table img{height:56px}
details{margin:.8rem 0}summary{cursor:pointer;color:var(--link)}details figcaption{font-size:.85rem}
@media (max-width:560px){body{font-size:15px}h1{font-size:1.4rem}dl{grid-template-columns:1fr}dt{margin-top:.4rem}.pictures img{height:64px}}
@media print{body{font-size:10.5pt}main{max-width:none;padding:0}nav,a.csv,#tip{display:none!important}figure,.pictures,pre{break-inside:avoid}h2,h3{break-after:avoid}
.charts{grid-template-columns:repeat(2,1fr)}.pictures img{height:52px}.table th{position:static}.wide{overflow:visible}}
)css";

// The mark nearest to the pointer says its values. textContent: nothing from the page is ever read as HTML.
const char* const kPageScript = R"js(
const tip=document.getElementById("tip");
for(const svg of document.querySelectorAll("svg.chart")){
  let marks=null,shown=null;
  const clear=()=>{if(shown)shown.classList.remove("on");shown=null;tip.hidden=true};
  const find=e=>{
    marks=marks||[...svg.querySelectorAll("[data-tip]")].map(m=>{const b=m.getBBox();return[b.x+b.width/2,b.y+b.height/2,m]});
    const p=new DOMPoint(e.clientX,e.clientY).matrixTransform(svg.getScreenCTM().inverse());
    let best=null,least=900;
    for(const m of marks){const d=(m[0]-p.x)**2+(m[1]-p.y)**2;if(d<least){least=d;best=m[2]}}
    if(best!==shown)clear();
    if(!best)return;
    shown=best;best.classList.add("on");tip.textContent=best.dataset.tip;tip.hidden=false;
    tip.style.left=Math.max(4,Math.min(e.clientX+14,innerWidth-tip.offsetWidth-4))+"px";
    tip.style.top=Math.max(4,e.clientY-tip.offsetHeight-12)+"px"};
  svg.addEventListener("pointermove",find);svg.addEventListener("pointerdown",find);svg.addEventListener("pointerleave",clear);
}
)js";

}  // namespace l21::internal::pages
