// Each window is laid out by itself from a byte near its first caret, so that nothing is kept per byte of the
// input. Tested by source_view_test.cc.
#include "app/source_view.h"

#include <algorithm>
#include <span>

#include "app/visible_text.h"

namespace argwright::app {
namespace {

constexpr std::size_t kMaxRows = 24;       // windows shown
constexpr std::size_t kAllLinesUpTo = 12;  // a text this short is shown whole
constexpr std::size_t kMaxLabelRows = 3;
constexpr std::string_view kDots = "...";

struct Line {
  std::size_t number = 1;
  std::size_t begin = 0;
  std::size_t end = 0;  // without the line break
};

// A part of one line, laid out.
struct Window {
  struct Cell {
    std::size_t offset;
    int column;
  };
  std::string picture;
  std::vector<Cell> cells;  // one per glyph
  std::size_t begin = 0;
  std::size_t end = 0;  // byte after the last glyph shown
  int end_column = 0;

  int column_of(std::size_t offset) const {
    if (offset >= end) return end_column;
    const auto after =
        std::upper_bound(cells.begin(), cells.end(), offset,
                         [](std::size_t value, const Cell& cell) { return value < cell.offset; });
    return after == cells.begin() ? 0 : std::prev(after)->column;
  }
};

class SourceView {
 public:
  SourceView(std::string_view text, std::span<const Marker> markers, const Terminal& terminal)
      : text_(text), markers_(markers), terminal_(terminal) {}

  std::string draw() {
    const std::string_view counted = text_.ends_with('\n') ? text_.substr(0, text_.size() - 1) : text_;
    const std::size_t lines = 1 + static_cast<std::size_t>(std::count(counted.begin(), counted.end(), '\n'));
    gutter_ = static_cast<int>(std::to_string(lines).size()) + 2;
    room_ = std::max(terminal_.width - gutter_ - 3, 20);
    const bool all = lines <= kAllLinesUpTo;

    bool gap = false;  // lines were left out since the last row
    bool after_marked = false;
    for (Line line; line.number <= lines; ++line.number, line.begin = line.end + 1) {
      line.end = std::min(text_.find('\n', line.begin), text_.size());
      const std::span<const Marker> here = markers_of(line);
      // Without any marker the beginning speaks for the text.
      const bool opening = markers_.empty() && line.number <= kAllLinesUpTo;
      if (all || opening || !here.empty() || after_marked || next_is_marked(line, here.size())) {
        if (gap) draw_gap();
        gap = !draw_line(line, here);
        if (gap) break;
      } else {
        gap = true;
        if (next_marker_ == markers_.size()) break;
      }
      after_marked = !here.empty();
      next_marker_ += here.size();
    }
    if (gap) draw_gap();
    return std::move(out_);
  }

 private:
  // A marker at the end of the text stands behind its last visible byte.
  std::size_t place(const Marker& marker) const {
    if (marker.offset < text_.size()) return marker.offset;
    return text_.ends_with('\n') ? text_.size() - 1 : text_.size();
  }

  std::span<const Marker> markers_of(const Line& line) const {
    std::size_t last = next_marker_;
    while (last < markers_.size() && place(markers_[last]) <= line.end) ++last;
    return markers_.subspan(next_marker_, last - next_marker_);
  }

  bool next_is_marked(const Line& line, std::size_t here) const {
    if (line.end == text_.size() || next_marker_ + here == markers_.size()) return false;
    return place(markers_[next_marker_ + here]) <= std::min(text_.find('\n', line.end + 1), text_.size());
  }

  // False when there is no room for more rows.
  bool draw_line(Line line, std::span<const Marker> markers) {
    // A caret under the line break needs something to point at.
    if (!markers.empty() && place(markers.back()) == line.end && line.end < text_.size()) ++line.end;
    Window window = lay_out(line, line.begin);
    if (!markers.empty() && !shows(window, line, markers.front()))
      window = lay_out(line, before(line, markers.front()));
    for (;;) {
      if (rows_ == kMaxRows) return false;
      std::size_t shown = 0;
      while (shown < markers.size() && shows(window, line, markers[shown])) ++shown;
      draw_window(line, window, markers.first(shown));
      markers = markers.subspan(shown);
      if (markers.empty()) return true;
      window = lay_out(line, before(line, markers.front()));
    }
  }

  bool shows(const Window& window, const Line& line, const Marker& marker) const {
    const std::size_t at = place(marker);
    return at >= window.begin && (at < window.end || window.end == line.end);
  }

  // A byte some columns before the marker, where a window around it begins.
  std::size_t before(const Line& line, const Marker& marker) const {
    std::size_t at = std::min(place(marker), line.end);
    for (int columns = 0; at > line.begin;) {
      std::size_t previous = at - 1;
      while (previous > line.begin && at - previous < 4 &&
             (static_cast<unsigned char>(text_[previous]) & 0xC0) == 0x80) {
        --previous;
      }
      columns += glyph_at(text_, previous).columns;
      if (columns > room_ / 4) break;
      at = previous;
    }
    return at;
  }

  Window lay_out(const Line& line, std::size_t begin) const {
    Window window;
    window.begin = begin;
    const std::string_view text = text_.substr(0, line.end);
    int column = 0;
    if (begin > line.begin) {
      window.picture = terminal_.paint(Colour::kDim, kDots);
      column = static_cast<int>(kDots.size());
    }
    struct Cut {
      std::size_t picture, cells, end;
      int column;
    } cut{window.picture.size(), 0, begin, column};
    std::size_t at = begin;
    while (at < line.end) {
      const Glyph glyph = glyph_at(text, at);
      if (column + glyph.columns > room_) {
        window.picture.resize(cut.picture);
        window.picture += terminal_.paint(Colour::kDim, kDots);
        window.cells.resize(cut.cells);
        at = cut.end;
        column = cut.column;
        break;
      }
      window.cells.push_back({at, column});
      window.picture += glyph.replaced ? terminal_.paint(Colour::kCyan, glyph.text) : glyph.text;
      column += glyph.columns;
      at += glyph.length;
      if (column + static_cast<int>(kDots.size()) <= room_) {
        cut = {window.picture.size(), window.cells.size(), at, column};
      }
    }
    window.end = at;
    window.end_column = column;
    return window;
  }

  void draw_gap() { out_ += pad("") + terminal_.paint(Colour::kDim, kDots) + "\n"; }

  void draw_window(const Line& line, const Window& window, std::span<const Marker> markers) {
    ++rows_;
    out_ += pad(std::to_string(line.number)) + window.picture + "\n";
    if (markers.empty()) return;
    draw_carets(window, markers);
    draw_labels(window, markers);
  }

  void draw_carets(const Window& window, std::span<const Marker> markers) {
    out_ += pad("");
    int column = 0;
    for (std::size_t i = 0; i < markers.size(); ++i) {
      const std::size_t at = place(markers[i]);
      const int start = window.column_of(at);
      if (start < column) continue;  // two carets in one cell
      int end = window.column_of(std::min(at + markers[i].length, window.end));
      if (i + 1 < markers.size()) end = std::min(end, window.column_of(place(markers[i + 1])));
      const std::string tail(static_cast<std::size_t>(std::max(end - start - 1, 0)), '~');
      out_.append(static_cast<std::size_t>(start - column), ' ');
      out_ += terminal_.paint(markers[i].colour, "^" + tail);
      column = start + 1 + static_cast<int>(tail.size());
    }
    out_ += '\n';
  }

  // Labels that would touch go one row lower; past the last row they are left out.
  void draw_labels(const Window& window, std::span<const Marker> markers) {
    struct Row {
      std::string picture;
      int column = 0;
    };
    std::vector<Row> rows;
    for (const Marker& marker : markers) {
      const int start = window.column_of(place(marker));
      std::size_t index = 0;
      while (index < rows.size() && start < rows[index].column) ++index;
      if (index == kMaxLabelRows) continue;
      if (index == rows.size()) rows.emplace_back();
      Row& row = rows[index];
      row.picture.append(static_cast<std::size_t>(start - std::max(row.column - 1, 0)), ' ');
      row.picture += terminal_.paint(marker.colour, marker.label);
      row.column = start + columns_of(marker.label) + 1;  // and a space
    }
    for (const Row& row : rows) out_ += pad("") + row.picture + "\n";
  }

  std::string pad(const std::string& number) const {
    const std::string gutter =
        std::string(static_cast<std::size_t>(gutter_) - number.size(), ' ') + number + " | ";
    return terminal_.paint(Colour::kDim, gutter);
  }

  std::string_view text_;
  std::span<const Marker> markers_;
  const Terminal& terminal_;
  int gutter_ = 0;
  int room_ = 0;
  std::size_t next_marker_ = 0;
  std::size_t rows_ = 0;
  std::string out_;
};

}  // namespace

std::string draw_source(std::string_view text, const std::vector<Marker>& markers, const Terminal& terminal) {
  return SourceView(text, markers, terminal).draw();
}

}  // namespace argwright::app
